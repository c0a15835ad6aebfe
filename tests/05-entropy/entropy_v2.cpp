// Grades the lab entropy_v2: the look-ups are in shared memory, and nobody reads the table before it is there.
// Run: grade-entropy_v2.sim --module FILE.so --budget loads_per_cell=25 --budget shared_loads_per_cell=17 --budget absolute_error=1.25e-7
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/device_tests.hpp"
#include "tests/05-entropy/grading/many_rows.hpp"
#include "tests/05-entropy/grading/method.hpp"
#include "tests/05-entropy/grading/prediction.hpp"

namespace filters {

const char* const function = "entropy_v2";
const bool on_device = true;

// The table is written by some threads and read by all: sim sees who does so without a barrier between.
TEST(Correctness, InOrder) {
  const harness::Checking order("race,uninitialized");  // here alone: it takes half as long again
  expect_right({grids::random(40, 70)});
}
TEST(Prediction, GlobalLoads) {
  expect_global_loads(
      20, harness::budget("loads_per_cell"), "a window has 25 cells, and the table is not in global memory");
}
TEST(Prediction, SharedLoads) {
  expect_shared_loads(8, harness::budget("shared_loads_per_cell"), "up to 16 counts and n are looked up there");
}
TEST(Prediction, Table) { expect_no_private_table("the table is in shared memory, one for all threads"); }
TEST(Prediction, OtherLoads) {
  expect_no_loads({Way::constant, Way::texture}, "the table is in shared memory, and looked up there");
}
TEST(Prediction, Counters) { expect_counters_of_an_int(); }
TEST(Prediction, Logarithms) { expect_logarithms_looked_up(); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
