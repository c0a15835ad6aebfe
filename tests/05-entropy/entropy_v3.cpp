// Grades the lab entropy_v3: the look-ups are in constant memory.
// Run: grade-entropy_v3.sim --module FILE.so --budget loads_per_cell=25 --budget shared_loads_per_cell=0 --budget constant_loads_per_cell=17 --budget absolute_error=1.25e-7
#include "harness/grader.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/device_tests.hpp"
#include "tests/05-entropy/grading/many_rows.hpp"
#include "tests/05-entropy/grading/method.hpp"
#include "tests/05-entropy/grading/prediction.hpp"

namespace filters {

const char* const function = "entropy_v3";
const bool on_device = true;

TEST(Prediction, GlobalLoads) {
  expect_global_loads(
      20, harness::budget("loads_per_cell"), "a window has 25 cells, and the table is not in global memory");
}
TEST(Prediction, SharedLoads) {
  expect_shared_loads(0, harness::budget("shared_loads_per_cell"), "the table is not in shared memory");
}
TEST(Prediction, ConstantLoads) {
  expect_constant_loads(8, harness::budget("constant_loads_per_cell"),
      "up to 16 counts and n are looked up there, in a table that is neither constexpr nor a const structure, whose "
      "reads nobody sees");
}
TEST(Prediction, Table) { expect_no_private_table("the table is in constant memory, one for all threads"); }
TEST(Prediction, OtherLoads) { expect_no_loads({Way::texture}, "the table is in constant memory"); }
TEST(Prediction, Counters) { expect_counters_of_an_int(); }
TEST(Prediction, Logarithms) { expect_logarithms_looked_up(); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
