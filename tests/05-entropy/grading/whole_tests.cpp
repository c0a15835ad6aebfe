// What every version must pass: the tests that take more than a line.
#include "tests/05-entropy/grading/whole_tests.hpp"

#include <gtest/gtest.h>

#include "harness/judge/environment.hpp"
#include "harness/scripted.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/05-entropy/grading/mistakes.hpp"
#include "tests/05-entropy/oracle.hpp"

namespace filters {

void expect_first_calls_right() {
  const Grid first = grids::random(32, 32), other = grids::random(16, 48);
  // Only the first call makes what a program makes but once: threads that race for that do so here or nowhere.
  const auto once = [](const Grid& grid) {
    Call call;
    const auto make = [&] { return (call = call_once(grid)).activity; };
    if (on_device) make();
    else harness::with_order_checked(make);
    return words_of(grid, call);
  };
  if (const std::string words = once(first); !words.empty()) {
    const std::string again = fault(first);
    FAIL() << first.words() << ": "
           << (again.empty() ? words +
                                   " That was the very first call; the next one, with the same in, is right. Is the "
                                   "table there before it is looked up?"
                             : again);
  }
  if (const std::string words = once(other); !words.empty()) {
    const std::string again = fault(other);
    FAIL() << other.words() << ": " << (again.empty() ? words : again)
           << " The first call, of another size, was right. Is something kept from it, a static variable?";
  }
}

namespace {

// Whether every call leaves more behind than the one before it. What is made once and kept, be it for each of three threads,
// when it first gets some work, is no leak: the first two calls may.
struct Growth {
  std::size_t now = 0, more = 0;
  bool every_time = true;

  void note(int call, std::size_t amount, std::size_t least) {
    more = amount > now ? amount - now : 0;
    now = amount;
    every_time = every_time && (call < 2 || more >= least);
  }
  std::string in_words(const std::string& what) const {
    return "each call leaves " + std::to_string(more) + " more " + what + (more > 1 ? "s" : "");
  }
};

}  // namespace

void expect_nothing_kept() {
  const Grid one = grids::random(40, 50), other = grids::random(40, 50, 2);
  std::vector<float> before;
  Growth memory, textures;
  for (int i = 0; i < 6; ++i) {
    const Grid& grid = i % 2 ? other : one;
    Call call = call_once(grid);
    if (on_device) memory.note(i, harness::live_allocations(), 1);
    else memory.note(i, harness::live_heap_bytes(), grid.cells.size());
    textures.note(i, harness::live_textures(), 1);
    if (i > 0 && call.wrong.empty() && call.out == before)
      FAIL() << grid.words()
             << ": the result is that of the grid before, which has the same size. Something is kept from call to "
                "call: a static variable?";
    if (const std::string words = words_of(grid, call); !words.empty())
      FAIL() << grid.words() << (i == 0 ? "" : ", after another grid of that size") << ": " << words;
    before = std::move(call.out);
  }
  if (memory.every_time && on_device)
    FAIL() << memory.in_words("allocation")
           << " of device memory behind. What the function takes with cudaMalloc it gives back with cudaFree, before "
              "it returns.";
  if (memory.every_time)
    FAIL() << "each call leaves " << memory.more
           << " bytes behind. What new gives, delete takes back; a std::vector does so by itself.";
  if (textures.every_time)
    FAIL() << textures.in_words("texture object")
           << " behind. What cudaCreateTextureObject makes cudaDestroyTextureObject takes away, when the kernel has "
              "ended.";
}

void expect_range() {
  for (const Grid& grid : {grids::constant(40, 40, 3), grids::all_sixteen(40, 40), grids::all_divisions()}) {
    const auto call = right_call(grid, "the range is judged");
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

void expect_work_where_it_belongs() {
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
                  << ". All of it is to be computed on the device, not on the host.";
  }
}

}  // namespace filters
