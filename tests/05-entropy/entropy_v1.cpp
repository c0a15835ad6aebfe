// Grades the lab entropy_v1: the table is each thread's own, so nothing is looked up in global or shared memory.
// Run: grade-entropy_v1.sim --module FILE.so --budget loads_per_cell=25 --budget shared_loads_per_cell=0 --budget absolute_error=1.25e-7
#include "harness/grader.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/device_tests.hpp"
#include "tests/05-entropy/grading/many_rows.hpp"
#include "tests/05-entropy/grading/method.hpp"
#include "tests/05-entropy/grading/prediction.hpp"

namespace filters {

const char* const function = "entropy_v1";
const bool on_device = true;

TEST(Prediction, GlobalLoads) {
  expect_global_loads(
      20, harness::budget("loads_per_cell"), "a window has 25 cells, and the table is not in global memory");
}
TEST(Prediction, SharedLoads) {
  expect_shared_loads(0, harness::budget("shared_loads_per_cell"), "the table is not in shared memory");
}
TEST(Prediction, Table) { expect_private_table(8); }
TEST(Prediction, OtherLoads) { expect_no_loads({Way::constant, Way::texture}, "the table is each thread's own"); }
TEST(Prediction, Counters) { expect_counters_of_an_int(); }
TEST(Prediction, Logarithms) { expect_logarithms_looked_up(false); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
