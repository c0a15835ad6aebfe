// Grades the challenge entropy_v15: right at every border, a cell loaded once and a little more; on a GPU, a share of a copy's speed.
// Run: grade-entropy_v15.sim --module FILE.so --budget loads_per_cell=4 --budget copy_share=0.5
#include "tests/05-entropy/correctness.hpp"
#include "tests/05-entropy/prediction.hpp"

#ifdef HARNESS_HAS_TIME
#include "harness/timing.hpp"
#endif

namespace grading {

const char* const function = "entropy_v15";
const bool on_device = true;

TEST(Correctness, InOrder) {
  harness::check_order();
  expect_right({grids::random(29, 57), grids::random(40, 256)});
}

// Whoever cuts a grid into strips and bands has more edges than the grid's.
TEST(Correctness, Wide) { expect_right({grids::random(7, 1000), grids::random(6, 1021), grids::smooth(21, 480)}); }
TEST(Correctness, Tall) { expect_right({grids::random(301, 7), grids::random(326, 6), grids::smooth(290, 21)}); }

TEST(Prediction, GlobalLoads) {
  const Grid grid = grids::random(600, 1200);
  expect_global_loads(0, harness::budget("loads_per_cell"),
      "a cell's symbol is in 25 windows, and who keeps what he knows of it loads it once", grid);
}

#ifdef HARNESS_HAS_TIME
// The best of three turns, a copy and the filter each, for both depend on how warm the GPU is.
TEST(Prediction, Speed) {
  constexpr int side = 10240;
  Entropy* const filter = harness::submission().function<Entropy>(function);
  const Grid grid = grids::random(side, side);
  harness::DeviceBuffer<float> in(grid.cells, "in"), out(grid.cells.size(), "out");
  const auto stopwatch = harness::device_stopwatch();
  double share = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const double copy = harness::measure(*stopwatch, [&] {
      harness::device_copy(out.get(), in.get(), grid.cells.size() * sizeof(float));
    }).median_ms;
    const double own = harness::measure(*stopwatch, [&] { filter(out.get(), in.get(), side, side); }).median_ms;
    share = std::max(share, copy / own);
  }
  const std::vector<float> result = out.download();
  for (int row : {0, 1, 2, side / 2, side - 3, side - 2, side - 1})
    for (int col = 0; col < side; ++col) {
      const double is = result[std::size_t(row) * side + std::size_t(col)],
                   should = oracle::entropy_of_cell(grid.cells, side, side, row, col);
      if (std::abs(is - should) <= tolerance) continue;
      ADD_FAILURE() << grid.words() << ": speed is judged when the result is right. " << cell_name(row, col) << " is "
                    << decimals(is) << ", should be " << decimals(should) << ".";
      return;
    }
  if (share >= harness::budget("copy_share")) return;
  ADD_FAILURE() << grid.words() << ": the filter reaches " << number(100 * share) << " % of a copy's speed, and "
                << number(100 * harness::budget("copy_share")) << " % are asked for.";
}
#endif

}  // namespace grading
