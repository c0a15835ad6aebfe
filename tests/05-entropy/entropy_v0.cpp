// Grades the lab entropy_v0: 25 coalesced loads a cell, logarithms in double.
// Run: grade-entropy_v0.sim --module FILE.so --budget loads_per_cell=25 --budget sectors_per_load=5 --budget absolute_error=1.25e-7
#include "harness/grader.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/prediction.hpp"

namespace filters {

const char* const function = "entropy_v0";
const bool on_device = true;

TEST(Prediction, GlobalLoads) { expect_global_loads(0, harness::budget("loads_per_cell"), "a window has 25 cells"); }
TEST(Prediction, Sectors) { expect_sectors_per_load(harness::budget("sectors_per_load")); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
