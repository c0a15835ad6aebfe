// Grades the lab entropy_v9: 1024 loads for 784 results, and the windows in shared memory.
// Run: grade-entropy_v9.sim --module FILE.so --budget loads_per_cell=1.4 --budget shared_loads_per_cell=33 --budget absolute_error=2e-7
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/device_tests.hpp"
#include "tests/05-entropy/grading/many_rows.hpp"
#include "tests/05-entropy/grading/method.hpp"
#include "tests/05-entropy/grading/prediction.hpp"

namespace filters {

const char* const function = "entropy_v9";
const bool on_device = true;

// The tile is written by some threads and read by all: sim sees who does so without a barrier between.
TEST(Correctness, InOrder) {
  const harness::Checking order("race,uninitialized");  // here alone: it takes half as long again
  expect_right({grids::random(29, 57)});
}
TEST(Prediction, GlobalLoads) {
  expect_global_loads(
      0, harness::budget("loads_per_cell"), "a block of 32×32 threads loads 1024 cells for 28×28 results");
}
TEST(Prediction, SharedLoads) {
  expect_shared_loads(5, harness::budget("shared_loads_per_cell"), "the window's cells are read from the tile");
}
TEST(Prediction, Table) { expect_private_table(4); }
TEST(Prediction, Counters) { expect_counters_of_a_byte(); }
TEST(Prediction, OtherLoads) {
  expect_no_loads({Way::constant, Way::texture}, "the grid comes through the tile, and the table is each thread's own");
}
TEST(Prediction, Logarithms) { expect_logarithms_looked_up(false); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
