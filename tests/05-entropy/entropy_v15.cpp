// Grades the challenge entropy_v15: right at every border, a cell loaded once and a little more; on a GPU, a share of a copy's speed.
// Run: grade-entropy_v15.sim --module FILE.so --budget loads_per_cell=4 --budget copy_share=0.5
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/device_tests.hpp"
#include "tests/05-entropy/grading/prediction.hpp"
#include "tests/common/words.hpp"

namespace filters {

const char* const function = "entropy_v15";
const bool on_device = true;
const Table of_this_rung = table = Table::of_entropies;

TEST(Correctness, InOrder) {
  const harness::Checking order("race,uninitialized");  // here alone: it takes half as long again
  expect_right({grids::random(29, 57), grids::random(40, 256), grids::random(6, 16'001)});
  // On an H200 each warp has a row of these, and meets nobody's other row.
  const harness::SmallDevice one(1);
  expect_right({grids::random(100, 29)});
}

// Whoever cuts a grid into strips and bands has more edges than the grid's.
TEST(Correctness, ManyRows) { expect_right_on_many_rows(2000, false); }
TEST(Correctness, Wide) {
  expect_right({grids::random(7, 1000), grids::random(6, 1021), grids::smooth(21, 480), grids::random(1, 70'000)});
}
// A strip's last cells need the next one's first: as many columns as some strips have, and a few more.
TEST(Correctness, AfterTheLastStrip) {
  std::vector<Grid> grids;
  for (const int strips : {240, 248, 252, 256})
    for (const int more : {1, 2, 3}) grids.push_back(grids::random(3, strips + more));
  expect_right(grids);
}
TEST(Correctness, Tall) { expect_right({grids::random(301, 7), grids::random(326, 6), grids::smooth(290, 21)}); }

// v17 and v18 have it work on whatever device is the current one.
TEST(Correctness, AnotherDevice) {
  const Grid grid = grids::random(21, 130);
  if (const std::string words = fault(grid); !words.empty()) FAIL() << grid.words() << ": " << words;
  Call call;
  bool right = false;
  {
    const harness::OtherDevice other;
    call = call_once(grid);
    right = words_of(grid, call).empty();
  }
  if (!right)
    FAIL() << grid.words()
           << ": by another device than the call before the result is wrong: it has memory and __device__ variables of "
              "its "
              "own, so are those filled for each device? "
           << (call.wrong.empty() ? "" : grading::closed(call.wrong));
}

TEST(Prediction, GlobalLoads) {
  // An eighth of an H200 for few cells: who cuts a grid into as many bands as fill the device has as much halo.
  const harness::SmallDevice eighth(16);
  const Grid grid = grids::random(150, 600);
  expect_loads_of_the_grid(harness::budget("loads_per_cell"),
      "a cell's symbol is in 25 windows, and who keeps what he knows of it loads it once", grid);
}

TEST(Prediction, Speed) { expect_copy_share(harness::budget("copy_share")); }

}  // namespace filters
