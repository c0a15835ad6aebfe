// Grades the lab entropy_v4: the look-ups are in global memory: 16 counts and n, beside the window's 25 cells.
// Run: grade-entropy_v4.sim --module FILE.so --budget loads_per_cell=42 --budget shared_loads_per_cell=0 --budget absolute_error=1.25e-7
#include "harness/grader.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/prediction.hpp"

namespace filters {

const char* const function = "entropy_v4";
const bool on_device = true;

TEST(Prediction, GlobalLoads) {
  expect_global_loads(26, harness::budget("loads_per_cell"),
      "a window has 25 cells, and up to 16 counts and n are looked up in global memory");
}
TEST(Prediction, SharedLoads) {
  expect_shared_loads(0, harness::budget("shared_loads_per_cell"), "the table is not in shared memory");
}
TEST(Prediction, Table) { expect_no_private_table("in global memory"); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
