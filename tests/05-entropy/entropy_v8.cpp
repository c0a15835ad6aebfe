// Grades the lab entropy_v8: the grid is read through a texture, so there is no load from global memory left.
// Run: grade-entropy_v8.sim --module FILE.so --budget loads_per_cell=0 --budget shared_loads_per_cell=0 --budget absolute_error=2e-7
#include "tests/05-entropy/correctness.hpp"
#include "tests/05-entropy/prediction.hpp"

namespace grading {

const char* const function = "entropy_v8";
const bool on_device = true;

TEST(Prediction, GlobalLoads) { expect_global_loads(0, harness::budget("loads_per_cell"), "the window is read through the texture"); }
TEST(Prediction, SharedLoads) { expect_shared_loads(0, harness::budget("shared_loads_per_cell"), "the table is not in shared memory"); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace grading
