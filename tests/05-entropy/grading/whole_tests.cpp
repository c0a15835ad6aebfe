// What every version must pass: the tests that take more than a line.
#include "tests/05-entropy/grading/whole_tests.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"
#include "harness/judge/environment.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/05-entropy/grading/mistakes.hpp"
#include "tests/05-entropy/oracle.hpp"
#include "tests/common/habits.hpp"
#include "tests/common/words.hpp"

namespace filters {

namespace {

constexpr int multiprocessors = 2;  // enough for small grids

}  // namespace

void expect_first_calls_right() {
  const harness::SmallDevice small(multiprocessors);
  // On the CPU so many rows that several threads take part, however large a piece each is given.
  const Grid first = on_device ? grids::random(32, 32) : grids::random(320, 32), other = grids::random(16, 48);
  // Only the first call makes what a program makes but once: threads that race for that do so here or nowhere.
  struct Seen {
    std::string words;
    bool is_result = false;     // and no fault
    bool leaves_early = false;  // a thread, in front of a barrier
  };
  const auto once = [](const Grid& grid) {
    Call call;
    const auto make = [&] { return (call = call_once(grid)).activity; };
    if (on_device) make();
    else harness::with_order_checked(make);
    return Seen{words_of(grid, call), call.wrong.empty(), !call.activity.early_end.empty()};
  };
  if (const Seen seen = once(first); !seen.words.empty()) {
    const std::string again = seen.is_result ? fault(first) : seen.words;
    FAIL() << first.words() << ": "
           << (again.empty()
                      ? "the very first call is wrong and the next one, with the same in, right, so is the table there "
                        "before it is looked up?"
                      : again);
  }
  if (const Seen seen = once(other); !seen.words.empty()) {
    const std::string again = fault(other);
    // Who keeps something of the first call is wrong about other squares, too; rows and columns exchanged are not.
    // Nor does anything tell what was kept, where a thread was seen to leave too early.
    const bool kept = seen.is_result && !seen.leaves_early && !fault(grids::random(24, 24)).empty();
    const std::string wrong = again.empty() ? seen.words : again;
    FAIL() << other.words() << ": "
           << (kept ? "the first call, of another size, was right, so is something kept from it, in a static variable? "
                    : "")
           << wrong;
  }
}

namespace {

// A call on symbols that no call before had.
std::string trial_on(int cols, harness::Activity* activity) {
  const harness::SmallDevice small(multiprocessors);
  static std::uint32_t seed = 100;
  const Grid grid = grids::random(24, cols, ++seed);
  const Call call = call_once(grid);
  if (activity) *activity = call.activity;
  const std::string words = words_of(grid, call);
  return words.empty() ? words : grid.words() + ": " + words;
}
std::string trial(harness::Activity* activity) { return trial_on(50, activity); }

}  // namespace

namespace {

// Bytes of the heap that each call on these grids, one after the other, leaves behind; 0 where that is known of the device or
// where some leave none: what is made once and kept, be it when a third thread first gets some work, is no leak. `words`: what
// else is wrong with a call.
std::size_t left_by_each(const std::vector<const Grid*>& grids, std::string& words) {
  std::size_t bytes = 0, more = 0;
  bool every_time = true;
  for (std::size_t i = 0; i < grids.size(); ++i) {
    const Grid& grid = *grids[i];
    const Call call = call_once(grid);
    const std::size_t now = on_device ? 0 : harness::live_heap_bytes();
    more = now > bytes ? now - bytes : 0;
    bytes = now;
    every_time = every_time && (i < 2 || more >= grid.cells.size());
    words = words_of(grid, call);
    if (words.empty()) continue;
    words = grid.words() + (i == 0 ? "" : ", after another grid of that size") + ": " + words;
    return 0;
  }
  return every_time ? more : 0;
}

}  // namespace

void expect_nothing_kept() {
  const harness::SmallDevice small(multiprocessors);
  const Grid one = grids::random(40, 50);
  Grid other = one;  // with the same size, corners and sum, by none of which a result may be found again
  std::reverse(other.cells.begin() + 1, other.cells.end() - 1);
  Grid nearly = other;  // nor by its first rows, nor by some cells of all: of these two take each other's place
  const auto drawn = std::ptrdiff_t(1000 + harness::scramble(std::uint32_t(harness::seed())) % 400);
  const auto first = nearly.cells.begin() + drawn;
  std::iter_swap(first, std::find_if(first, nearly.cells.end(), [&](float symbol) { return symbol != *first; }));
  std::vector<std::vector<const Grid*>> calls = {{&one, &other, &one, &other, &nearly, &other}};
  // Some widths are given memory back on another way out.
  const Grid odd = grids::random(40, 51), whole = grids::random(40, 48), column = grids::random(200, 1);
  if (!on_device)
    for (const Grid* const grid : {&odd, &whole, &column}) calls.push_back({grid, grid, grid, grid});
  for (const auto& grids : calls) {
    std::string words;
    const std::size_t left = left_by_each(grids, words);
    if (!words.empty()) FAIL() << words;
    if (left > 0)
      FAIL() << (grids.front() == &one ? "" : grids.front()->words() + ": ") << "each call leaves " << left
             << " bytes behind. What new gives, delete takes back; a std::vector does so by itself.";
  }
  grading::expect_nothing_remembered(function, trial);
}

void expect_order_in_many_blocks() {
  if (!harness::backend().has_counters) GTEST_SKIP() << "who meets whom is seen on sim only";
  const Grid grid = grids::random(7, 2101 + 2 * int(harness::seed() % 32));
  Call call;
  harness::with_order_checked([&] { return (call = call_once(grid)).activity; });
  const std::string words = words_of(grid, call);
  if (!words.empty()) FAIL() << grid.words() << ": " << words;
}

void expect_right_on_drawn_shapes() {
  std::vector<Grid> drawn;
  std::uint32_t state = std::uint32_t(harness::seed()) * 0x9E3779B9u;
  const auto draw = [&](std::uint32_t below) { return int((state = harness::scramble(state + 1)) % below) + 1; };
  for (int i = 0; i < 3; ++i) {
    const int rows = draw(i == 0 ? 20 : 90), cols = draw(90);
    drawn.push_back(grids::random(rows, cols, state));
  }
  expect_right(drawn);
}

namespace {

// Whether the last blocks alone write the last cell, and nothing that is wrong: then places are numbers that are wide enough.
// Where this is not so all blocks have the word; some do not write the last cell, and are right.
bool right_at_the_end(const Grid& grid) {
  if (!on_device || !harness::backend().has_counters) return false;
  if (!fault(grids::random(3, 5)).empty()) return false;  // and what the first call makes is there
  const harness::LastBlocksOnly few(64);
  Call call = call_once(grid);
  const auto unwritten = [](float value) {
    return std::bit_cast<std::uint32_t>(value) == harness::poison_word(harness::Poison::first);
  };
  if (!call.wrong.empty() || call.no_kernel() || unwritten(call.out.back())) return false;
  const std::vector<double> expected = oracle::entropy(grid.cells, grid.rows, grid.cols);
  for (std::size_t i = 0; i < expected.size(); ++i)
    if (!unwritten(call.out[i]) && !(std::abs(double(call.out[i]) - expected[i]) <= tolerance)) return false;
  return true;
}

}  // namespace

void expect_right_on_many_rows(int rows, bool by_blocks) {
  const Grid grid = grids::random(rows + int(harness::seed() % 200), 1);
  if (!by_blocks || !right_at_the_end(grid)) {
    expect_right({grids::random(300, 1)});  // where that is wrong, why takes a second less to find
    if (!testing::Test::HasFailure()) expect_right({grid});
  }
  if (testing::Test::HasFailure()) return;
  // More rows than a grid's y goes to, and not more than blocks of 8 have there. And 65,536 blocks of 28 or of 32 columns: 16 bits
  // count none of them, and a grid of no blocks is refused.
  expect_launches_taken({{100 * (5000 + int(harness::seed() % 200)), 1}, {1, 28 << 16}, {1, 32 << 16}});
}

void expect_index_kept_whole() {
  if (!harness::backend().has_counters || !harness::may_keep_an_index_in_a_float()) return;
  constexpr int side = 4099;  // squared, a little more than 2^24
  const Grid grid = grids::random(side, side);
  std::optional<Call> call;
  if (on_device) {
    const harness::LastBlocksOnly few(64);
    call = call_once(grid);
  } else {
    const AtFullSpeed fast;
    call = call_once(grid);
  }
  if (!call->wrong.empty()) FAIL() << grid.words() << ": " << grading::closed(call->wrong);
  constexpr std::size_t last = 6 * std::size_t(side);
  for (std::size_t i = grid.cells.size() - last; i < grid.cells.size(); ++i) {
    const float is = call->out[i];
    // Of the device's some are written by blocks that have not run.
    if (on_device && std::bit_cast<std::uint32_t>(is) == harness::poison_word(harness::Poison::first)) continue;
    const double should = oracle::entropy_of_cell(grid.cells, side, side, int(i / side), int(i % side));
    if (!(std::abs(double(is) - should) <= tolerance))
      FAIL() << grid.words() << ": " << cell_name(grid, i) << " is " << decimals(is) << ", should be "
             << decimals(should) << ": an index that is kept in a float has 24 bits, and this grid more cells.";
  }
}

void expect_threads_for_large_grids() {
  if (!harness::backend().has_counters) return;
  constexpr int cols = 1024;
  const auto rows_of = [](int cells) { return (cells + cols - 1) / cols; };
  const auto call = [&](int cells) {  // no kernel runs, so nobody looks at what is in them
    const harness::DeviceBuffer<float> in(4, "in"), out(4, "out");
    harness::submission().function<Entropy>(function)(out.get(), in.get(), rows_of(cells), cols);
  };
  // Two million cells take seconds: who starts more threads is not asked.
  grading::expect_grid_to_follow_count(
      [&](int cells) { return fault(grids::random(rows_of(cells), cols)); }, call, 1, 1 << 26, 1 << 21);
}

void expect_right_on_many_columns(int cols) {
  const Grid grid = grids::random(1, cols);
  if (right_at_the_end(grid)) return;
  const Grid narrow = grids::random(1, 300);
  if (const std::string words = fault(narrow); !words.empty()) FAIL() << narrow.words() << ": " << words;
  if (const std::string words = fault(grid); !words.empty())
    FAIL() << grid.words() << ": columns kept in 16 bits? " << words;
}

// Rows of a width that is a multiple of nothing, of 16, of 64: some take memory for rows that begin elsewhere.
void expect_nothing_left() {
  grading::expect_nothing_left(function, trial);
  for (const int cols : {48, 64})
    if (!testing::Test::HasFailure())
      grading::expect_nothing_left_by(function, " with " + std::to_string(cols) + " columns", [&] {
        if (const std::string words = trial_on(cols, nullptr); !words.empty()) ADD_FAILURE() << grading::closed(words);
      });
}

void expect_any_order_of_streams() { grading::expect_any_order_of_streams(function, trial); }

void expect_range() {
  const harness::SmallDevice small(multiprocessors);
  // Of windows of one symbol it hangs on how many cells they have whether rounding leaves a little less than nothing.
  for (const Grid& grid : {grids::constant(40, 40, 3), grids::constant(1, 9, 4), grids::constant(2, 9, 5),
           grids::constant(2, 3, 6), grids::all_sixteen(40, 40), grids::all_divisions()}) {
    const Call* const call = kept_right_call(grid, "the range is judged");
    if (!call) return;
    for (int row = 0; row < grid.rows; ++row)
      for (int col = 0; col < grid.cols; ++col) {
        const float value = call->out[std::size_t(row) * std::size_t(grid.cols) + std::size_t(col)];
        const int n = oracle::cells_of_window(grid.rows, grid.cols, row, col);
        if (value >= 0 && value <= ln(n) + 1.5e-7) continue;
        char words[120];
        std::snprintf(words, sizeof words,
            " is %.9g, and an entropy of %d cells is 0 at least and ln %d = %.9g at most.", double(value), n, n, ln(n));
        ADD_FAILURE() << grid.words() << ": " << cell_name(row, col) << words
                      << (value < 0 ? " Rounding may leave a little less than nothing: keep it out with max."
                                    : " Are there enough digits in the table, and is n the number of cells?");
        return;
      }
  }
}

namespace {

// What a larger grid adds. Tables may be made by the host, once or in every call.
double host_accesses_for_a_cell() {
  const auto accesses = [](const Grid& grid) {
    harness::forget_host_work();
    call_once(grid);
    const std::vector<std::uint64_t> work = harness::host_work();
    return double(std::accumulate(work.begin(), work.end(), std::uint64_t(0)));
  };
  const Grid small = grids::random(40, 50), large = grids::random(70, 90);
  const double of_small = accesses(small), of_large = accesses(large);
  return (of_large - of_small) / double(large.cells.size() - small.cells.size());
}

}  // namespace

void expect_work_where_it_belongs() {
  const harness::SmallDevice small(multiprocessors);
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  const Grid grid = grids::random(70, 90);
  const auto call = right_call(grid, "where the work is done is judged");
  if (!call) return;
  if (!on_device) {
    if (!call->no_kernel())
      ADD_FAILURE() << "a kernel was launched. This function is the CPU's: loops over host memory.";
  } else if (call->activity.store.bytes < grid.cells.size() * sizeof(float)) {
    ADD_FAILURE() << grid.words() << ": the kernels store " << call->activity.store.bytes << " bytes, and out has "
                  << grid.cells.size() * sizeof(float)
                  << ": all of it is to be computed on the device, not on the host.";
  } else if (const std::uint64_t copied = call->activity.copied.to_host;
      copied >= grid.cells.size()) {  // a quarter of it
    ADD_FAILURE() << grid.words() << ": " << copied << " bytes were copied to the host, and out has "
                  << grid.cells.size() * sizeof(float)
                  << ": all of it is to be computed on the device, not on the host.";
  } else if (const double accesses = host_accesses_for_a_cell(); accesses > 0.5) {
    ADD_FAILURE() << "for every cell more that a grid has, host code makes " << grading::number(accesses)
                  << " more loads and stores: all of the result is to be computed on the device, not on the host.";
  }
}

}  // namespace filters
