// Grades the lab entropy_v0: 25 coalesced loads a cell, logarithms in double.
// Run: grade-entropy_v0.sim --module FILE.so --budget loads_per_cell=25 --budget sectors_per_load=5 --budget absolute_error=1.25e-7
#include "harness/grader.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/device_tests.hpp"
#include "tests/05-entropy/grading/many_rows.hpp"
#include "tests/05-entropy/grading/method.hpp"
#include "tests/05-entropy/grading/prediction.hpp"

namespace filters {

const char* const function = "entropy_v0";
const bool on_device = true;

TEST(Prediction, GlobalLoads) { expect_global_loads(20, harness::budget("loads_per_cell"), "a window has 25 cells"); }
TEST(Prediction, Sectors) { expect_sectors_per_load(harness::budget("sectors_per_load")); }
TEST(Prediction, OtherLoads) {
  expect_no_loads(
      {Way::shared, Way::constant, Way::texture}, "the window is read from global memory, and there is no table");
}
TEST(Prediction, Table) { expect_no_private_table("the logarithms are computed"); }
TEST(Prediction, Logarithms) { expect_logarithms_computed(); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
