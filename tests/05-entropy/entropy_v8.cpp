// Grades the lab entropy_v8: the grid is read through a texture, so there is no load from global memory left.
// Run: grade-entropy_v8.sim --module FILE.so --budget loads_per_cell=0 --budget shared_loads_per_cell=0 --budget texture_loads_per_cell=25 --budget absolute_error=2e-7
#include "harness/grader.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/device_tests.hpp"
#include "tests/05-entropy/grading/method.hpp"
#include "tests/05-entropy/grading/prediction.hpp"
#include "tests/common/habits.hpp"

namespace filters {

const char* const function = "entropy_v8";
const bool on_device = true;

// A texture over plain memory is no larger: who does not look finds it out from an error that CUDA keeps to itself.
TEST(Correctness, TooLargeForATexture) {
  for (const Grid& grid : {grids::random(1, 131073), grids::random(65001, 1)}) {
    const Call call = call_once(grid);
    if (call.refused && call.activity.fault.empty()) continue;
    if (call.wrong.empty() && diagnosis(grid, call.out, harness::Poison::first).empty())
      continue;  // by another way than a texture of it all
    FAIL() << grid.words() << ": " << (call.wrong.empty() ? "the result is wrong" : call.wrong)
           << ", and no std::invalid_argument was thrown: that is more than a texture over plain memory can have, so "
              "say so, as the skeleton does.";
  }
}

// What is taken before the limits are looked at is given back, too.
TEST(Correctness, NothingLeftByARefusal) {
  const Grid grid = grids::random(1, 131073);
  grading::expect_nothing_left_by(function, " that throws for a grid of 131,073 columns", [&] { call_once(grid); });
}

TEST(Correctness, AsLargeAsATextureMayBe) {
  expect_right({grids::random(1, 70'000)});
  if (!testing::Test::HasFailure()) expect_launches_taken({{1, 131072}, {65000, 1}});
}

TEST(Prediction, GlobalLoads) {
  expect_global_loads(0, harness::budget("loads_per_cell"), "the window is read through the texture");
}
TEST(Prediction, SharedLoads) {
  expect_shared_loads(0, harness::budget("shared_loads_per_cell"), "the table is not in shared memory");
}
TEST(Prediction, TextureLoads) {
  expect_texture_loads(6, harness::budget("texture_loads_per_cell"), "the window's 25 cells are read there");
}
TEST(Prediction, Table) { expect_private_table(4); }
TEST(Prediction, Counters) { expect_counters_of_a_byte(); }
TEST(Prediction, OtherLoads) { expect_no_loads({Way::constant}, "the table is each thread's own"); }
TEST(Prediction, Logarithms) { expect_logarithms_looked_up(false); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
