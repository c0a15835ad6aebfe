// Tests what this chapter's graders rest on: the oracle, the grids, the check of a grid from outside, and the count of instructions.
// Run: chapter-05-entropy.test
#include <limits>
#include <thread>

#include <gtest/gtest.h>

#include "tests/05-entropy/grid.hpp"
#include "tests/05-entropy/grids.hpp"
#include "tests/05-entropy/player/instructions.hpp"
#include "tests/05-entropy/oracle.hpp"

namespace {

// The words of the error, or "" where there is none.
std::string refused(std::span<const float> in, std::int64_t rows, std::int64_t cols) {
  try {
    check_grid(in, rows, cols);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(CheckGrid, TakesEverySymbol) {
  const grids::Grid grid = grids::all_sixteen(4, 4);
  EXPECT_EQ(refused(grid.cells, 4, 4), "");
  EXPECT_EQ(refused(std::vector<float>{-0.0f}, 1, 1), "");
}

TEST(CheckGrid, NamesTheFirstCellThatIsNoSymbol) {
  for (const float wrong : {-1.0f, 16.0f, 0.5f, 14.999999f, 1e-40f, 3e9f, std::numeric_limits<float>::quiet_NaN(),
           std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity()}) {
    grids::Grid grid = grids::random(3, 5);
    grid.cells[7] = wrong;
    const std::string words = refused(grid.cells, 3, 5);
    EXPECT_NE(words.find("row 1, column 2"), std::string::npos) << wrong << ": " << words;
    EXPECT_NE(words.find("whole number from 0 to 15"), std::string::npos) << words;
  }
}

TEST(CheckGrid, RefusesSizes) {
  const std::vector<float> four(4);
  EXPECT_EQ(refused(four, 2, 2), "");
  for (const auto& [rows, cols] : {std::pair{0, 4}, {4, 0}, {-1, -4}, {0, 0}})
    EXPECT_NE(refused(four, rows, cols).find("at least one row"), std::string::npos) << rows << "×" << cols;
  EXPECT_NE(refused(four, 3, 2).find("has 6 cells, not 4"), std::string::npos);
  for (const auto& [rows, cols] :
      {std::pair<std::int64_t, std::int64_t>{1, 1ll << 31}, {1ll << 31, 1}, {46341, 46341}, {1ll << 40, 1ll << 40}})
    EXPECT_NE(refused(four, rows, cols).find("are more"), std::string::npos) << rows << "×" << cols;
}

TEST(CheckSize, OfAVersionThatCountsIn64Bits) {
  check_size(65536, 40000, true);
  EXPECT_THROW(check_size(65536, 40000), std::invalid_argument);
  EXPECT_THROW(check_size(1, 1ll << 31, true), std::invalid_argument);
  EXPECT_THROW(check_size(1ll << 31, 1, true), std::invalid_argument);
  EXPECT_THROW(check_size(0, 4, true), std::invalid_argument);
}

// By hand: the data file is the tiny case of data/05-entropy.
TEST(Oracle, ByHand) {
  EXPECT_EQ(oracle::entropy_of_cell(std::vector<float>{7}, 1, 1, 0, 0), 0);
  // 2×3, every window is the whole grid: 0 0 0 0 0 1 gives ln 6 − (5 ln 5) / 6.
  const std::vector<float> grid = {0, 0, 0, 0, 0, 1};
  for (int i = 0; i < 6; ++i)
    EXPECT_NEAR(oracle::entropy_of_cell(grid, 2, 3, i / 3, i % 3), std::log(6.0) - 5 * std::log(5.0) / 6, 1e-15);
  // 1×4: the window of column 0 is 0 … 2, that of column 1 is 0 … 3.
  const std::vector<float> line = {3, 3, 9, 9};
  EXPECT_NEAR(oracle::entropy_of_cell(line, 1, 4, 0, 0), std::log(3.0) - 2 * std::log(2.0) / 3, 1e-15);
  EXPECT_NEAR(oracle::entropy_of_cell(line, 1, 4, 0, 1), std::log(2.0), 1e-15);
}

TEST(Oracle, IsNeverOutOfRange) {
  for (const grids::Grid& grid :
      {grids::random(31, 37), grids::constant(9, 9), grids::all_sixteen(12, 12), grids::checkerboard(7, 8)})
    for (int row = 0; row < grid.rows; ++row)
      for (int col = 0; col < grid.cols; ++col) {
        const double value = oracle::entropy_of_cell(grid.cells, grid.rows, grid.cols, row, col);
        EXPECT_GE(value, 0);
        EXPECT_LE(value, std::log(oracle::cells_of_window(grid.rows, grid.cols, row, col)) + 1e-15);
      }
}

TEST(Grids, AreWhatTheySay) {
  EXPECT_EQ(grids::random(50, 60).cells, grids::random(50, 60).cells);
  EXPECT_NE(grids::random(50, 60).cells, grids::random(50, 60, 2).cells);
  for (const grids::Grid& grid : {grids::random(50, 60), grids::smooth(50, 60), grids::all_divisions()})
    EXPECT_EQ(refused(grid.cells, grid.rows, grid.cols), "");
  // All windows with 25 cells of one symbol, and those with 16 different symbols, are among the divisions.
  const grids::Grid divisions = grids::all_divisions();
  EXPECT_EQ(divisions.rows / 5 * (divisions.cols / 5), 44 * 43);
  EXPECT_EQ(oracle::entropy_of_cell(divisions.cells, divisions.rows, divisions.cols, 2, 2), 0);
}

TEST(Instructions, AreThoseOfTheCall) {
  const auto spin = [](int turns, long limit = 20'000) {
    return filters::instructions(
        [&] {
          for (volatile int left = turns; left > 0;) left = left - 1;
        },
        limit);
  };
  const auto few = spin(300), many = spin(900);
  if (!few || !many) GTEST_SKIP() << "instructions are not counted here";
  EXPECT_GT(*few, 900);
  EXPECT_NEAR(double(*many) / double(*few), 3, 0.2);
  EXPECT_EQ(spin(900, 500), 500);
}

#if defined(__x86_64__)
// A thread is started with all signals blocked, and a trap then would end the process.
TEST(Instructions, AreNotCountedWhereThreadsAreStarted) {
  bool ran = false;
  EXPECT_FALSE(filters::instructions([&] { std::thread([&] { ran = true; }).join(); }, 1'000'000));
  EXPECT_TRUE(ran);
}

TEST(Instructions, EndWithAnException) {
  if (!filters::instructions([] {}, 1000)) GTEST_SKIP() << "instructions are not counted here";
  EXPECT_THROW(filters::instructions([] { throw 1; }, 1'000'000), int);
  const long seen = filters::stepping::seen;
  EXPECT_EQ(std::abs(-3), 3);
  EXPECT_EQ(filters::stepping::seen, seen);
}
#endif

}  // namespace
