// Grades the lab entropy_v16: right for every n and every way to divide n cells, the same bits on any number of threads,
// and few instructions a cell.
// Run: grade-entropy_v16.sim --module FILE.so --budget absolute_error=1.25e-7 --budget instructions_per_cell=150
#include <cmath>
#include <cstring>
#include <string>
#include <vector>

#include "harness/grader.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/host_threads.hpp"
#include "tests/05-entropy/oracle.hpp"
#include "tests/common/words.hpp"

namespace filters {

const char* const function = "entropy_v16";
const bool on_device = false;
const Table of_this_rung = table = Table::of_entropies;

namespace {

// "7 + 2 + 1"
std::string sum_of(const std::vector<int>& counts) {
  std::string words;
  for (const int count : counts) words += (words.empty() ? "" : " + ") + std::to_string(count);
  return words;
}

// Every way to divide that many cells among the symbols.
std::vector<std::vector<int>> divisions(int cells) {
  std::vector<std::vector<int>> all;
  std::vector<int> counts;
  const auto divide = [&](const auto& self, int left, int most) -> void {
    if (left == 0) return all.push_back(counts);
    if (counts.size() == 16) return;
    for (int count = std::min(left, most); count >= 1; --count) {
      counts.push_back(count);
      self(self, left - count, count);
      counts.pop_back();
    }
  };
  divide(divide, cells, cells);
  return all;
}

// A grid of rows × cols, at most 5×5, so that the cell in its middle sees all of it, for every way to divide its cells.
std::string wrong_division(int rows, int cols) {
  const std::vector<std::vector<int>> all = divisions(rows * cols);
  const std::size_t cells = std::size_t(rows) * std::size_t(cols);
  std::vector<float> inputs;
  for (const std::vector<int>& counts : all)
    for (std::size_t symbol = 0; symbol < counts.size(); ++symbol)
      inputs.insert(inputs.end(), std::size_t(counts[symbol]), float(symbol));
  const harness::HostBuffer<float> in(inputs), out(std::vector<float>(inputs.size()));
  std::vector<Filter::Tuple> calls;
  for (std::size_t i = 0; i < all.size(); ++i)
    calls.push_back({out.get() + i * cells, in.get() + i * cells, rows, cols});
  harness::submission().function<Entropy>(function).each(calls);
  const std::vector<float> results = out.download();
  const int row = rows / 2, col = cols / 2;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const double is = results[i * cells + std::size_t(row) * std::size_t(cols) + std::size_t(col)],
                 should = oracle::entropy_of_cell(&inputs[i * cells], rows, cols, row, col);
    if (std::abs(is - should) <= tolerance) continue;
    return std::to_string(rows) + "×" + std::to_string(cols) + ", " + cell_name(row, col) + ", whose window has " +
           sum_of(all[i]) + " cells of " + std::to_string(all[i].size()) + " symbols: it is " + decimals(is) +
           ", should be " + decimals(should) +
           ", so do two different entropies have the same sum of hashes, or two different n the same place?";
  }
  return "";
}

TEST(Correctness, EveryDivisionOfEveryWindow) {
  for (int rows = 1; rows <= 5; ++rows)
    for (int cols = 1; cols <= 5; ++cols)
      if (const std::string words = wrong_division(rows, cols); !words.empty()) FAIL() << words;
}

// The call whose instructions are counted: on a small grid, since every step takes its time; so a call's own cost, for
// clearing counts, weighs as much as the cells. Tables are made by a first call, on another grid of that shape: of a grid that it
// has seen a function might still have the result. One thread is to be chosen before.
class Counted {
 public:
  Counted() {
    const harness::HostBuffer<float> in(before.cells), out(std::vector<float>(before.cells.size()));
    filter_(out.get(), in.get(), before.rows, before.cols);
  }
  harness::Bound call() const { return filter_.bind(out_.get(), in_.get(), grid.rows, grid.cols); }
  std::uint64_t place() const { return std::uint64_t(out_.get()); }

  static inline const Grid before = grids::random(12, 60), grid = grids::random(12, 60, 2);
  static std::uint64_t bytes() { return grid.cells.size() * sizeof(float); }
  static std::int64_t limit() {
    return std::int64_t(harness::budget("instructions_per_cell") * double(grid.cells.size()));
  }

 private:
  const Filter filter_ = harness::submission().function<Entropy>(function);
  const harness::HostBuffer<float> in_{grid.cells}, out_{std::vector<float>(grid.cells.size(), -1)};
};

// A copy of the player counts while the tests to come are run.
void begin_to_count() {
  if (!words_of(Counted::before, call_once(Counted::before)).empty()) return;
  const Counted counted;
  harness::tell("begin to count instructions", counted.call(), Counted::limit(), counted.place(), Counted::bytes());
}

// What is wrong with the result of the call that was counted; or empty.
std::string wrong_when_counted(const std::string& bytes) {
  const Grid& grid = Counted::grid;
  if (bytes.size() != Counted::bytes()) harness::malformed_answer();
  std::vector<float> out(grid.cells.size());
  std::memcpy(out.data(), bytes.data(), bytes.size());
  const std::vector<double> should = oracle::entropy(grid.cells, grid.rows, grid.cols);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (!(std::abs(double(out[i]) - should[i]) <= tolerance))
      return "in the call whose instructions are counted " + cell_name(grid, i) + " is " + decimals(double(out[i])) +
             ", should be " + decimals(should[i]) +
             ", and in calls before it was right: does the function do something else when it has been called before?";
  return "";
}

// Past any tile, and just past what a vector holds.
TEST(Correctness, ManyColumnsOrRows) {
  const AtFullSpeed fast;
  begin_to_count();
  expect_right(random_of({{4, 2100}, {70, 1030}, {2100, 4}, {7, 4099}, {1, 70'000}, {129, 259}, {135, 515}}));
}
// More than a short counts; and of tiles so many that their number times the rows is more than an int holds.
TEST(Correctness, VeryManyRows) {
  const AtFullSpeed fast;
  const Grid grid = grids::random(500'000 + int(harness::seed() % 1000), 1);
  if (const std::string words = words_of(grid, call_once(grid)); !words.empty())
    FAIL() << grid.words() << ": " << words;
}
// One column less than vectors fill, in a tile of any width: what a tile has room for must be its columns and a halo.
TEST(Correctness, EveryTile) {
  const AtFullSpeed fast;
  std::vector<grids::Size> sizes;
  for (int cols = 95; cols < 2200; cols += 16) sizes.push_back({5, cols});
  expect_right(random_of(sizes));
}
TEST(Correctness, EveryWidth) {
  for (int cols = 1; cols <= 80; ++cols)
    if (const std::string words = fault(grids::random(6, cols)); !words.empty())
      FAIL() << grids::random(6, cols).words() << ": " << words;
}

TEST(Correctness, ManyCells) { expect_index_kept_whole(); }
TEST(Correctness, Races) { expect_no_races(grids_for_races()); }
// Tiles may be high: a third of these rows still leaves something to each of three threads.
TEST(Threads, Several) { expect_several_threads(grids::random(450, 31)); }

TEST(Threads, SameBits) {
  const Grid grid = grids::random(333, 211);
  if (!set_threads(1))
    FAIL() << "the function does without OpenMP, and this lab's threads are OpenMP's: the grader says how many there "
              "are, and "
              "counts the instructions of one. #pragma omp parallel for shares the tiles out.";
  const auto one = right_call(grid, "threads are judged");
  for (int threads = 2; one && threads <= 8; ++threads) {
    set_threads(threads);
    const Call call = call_once(grid);
    for (std::size_t i = 0; i < grid.cells.size(); ++i)
      if (!call.wrong.empty() ||
          std::bit_cast<std::uint32_t>(call.out[i]) != std::bit_cast<std::uint32_t>(one->out[i])) {
        ADD_FAILURE() << grid.words() << ", " << threads << " threads: "
                      << (call.wrong.empty()
                                 ? cell_name(grid, i) + " is " + decimals(call.out[i]) + ", and one thread gives " +
                                       decimals(one->out[i]) + ", so do threads share what each should have for itself?"
                                 : grading::closed(call.wrong));
        set_threads(3);
        return;
      }
  }
  set_threads(3);
}

TEST(Speed, Instructions) {
  set_threads(1);
  if (!right_call(Counted::before, "speed is judged")) return;
  const Counted counted;
  const auto [seen, result] = harness::ask<std::int64_t, std::string>(
      "instructions", counted.call(), Counted::limit(), counted.place(), Counted::bytes());
  set_threads(3);
  if (seen < 0)
    GTEST_SKIP() << "instructions are counted on Linux, not in every container, and of functions that start no threads "
                    "while OpenMP has but one";
  if (const std::string words = wrong_when_counted(result); !words.empty())
    FAIL() << Counted::grid.words() << ": " << words;
  if (seen < Counted::limit()) return;
  ADD_FAILURE() << Counted::grid.words() << ": more than " << harness::budget("instructions_per_cell")
                << " instructions a cell, and fewer would do. Does the compiler make vectors of the innermost "
                << "loops? They want columns for turns, bytes for counts, and no look-up in a table.";
}

TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace
}  // namespace filters
