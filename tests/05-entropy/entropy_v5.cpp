// Grades the lab entropy_v5: the look-ups are a texture's, so none is a load from global or shared memory.
// Run: grade-entropy_v5.sim --module FILE.so --budget loads_per_cell=25 --budget shared_loads_per_cell=0 --budget texture_loads_per_cell=17 --budget absolute_error=1.25e-7
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/device_tests.hpp"
#include "tests/05-entropy/grading/many_rows.hpp"
#include "tests/05-entropy/grading/method.hpp"
#include "tests/05-entropy/grading/prediction.hpp"

namespace filters {

const char* const function = "entropy_v5";
const bool on_device = true;

// Who fills the table in the kernel that looks it up does so before some blocks do, or after.
TEST(Correctness, InOrder) {
  const harness::Checking order("race,uninitialized");  // here alone: it takes half as long again
  expect_right({grids::random(40, 70)});
}
TEST(Prediction, GlobalLoads) {
  expect_global_loads(
      20, harness::budget("loads_per_cell"), "a window has 25 cells, and the table comes through the texture");
}
TEST(Prediction, SharedLoads) {
  expect_shared_loads(0, harness::budget("shared_loads_per_cell"), "the table is not in shared memory");
}
TEST(Prediction, TextureLoads) {
  expect_texture_loads(8, harness::budget("texture_loads_per_cell"),
      "up to 16 counts and n are looked up there, each by one fetch of two ints");
}
TEST(Prediction, Table) { expect_no_private_table("the table is behind a texture, one for all threads"); }
TEST(Prediction, OtherLoads) { expect_no_loads({Way::constant}, "the table is behind a texture"); }
TEST(Prediction, Counters) { expect_counters_of_an_int(); }
TEST(Prediction, Logarithms) { expect_logarithms_looked_up(); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
