// Grades the lab l2_chunks: right quotients, and DRAM that gives every row once.
// Run: grade-l2_chunks.sim --module FILE.so --budget filled_of_needed=1.4
#include <algorithm>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "tests/06-caches/grading/arrays.hpp"
#include "tests/common/words.hpp"

namespace arrays {
namespace {

Task quotients() {
  const auto function = harness::submission().function<decltype(l2_chunks)>("l2_chunks");
  return {.function = "l2_chunks",
      .results = [](Shape s) { return s.elements() + std::size_t(s.rows); },
      .words = [](Shape s) { return "rows = " + std::to_string(s.rows) + ", cols = " + std::to_string(s.cols); },
      .outputs =
          [](const std::vector<float>& in, Shape s) {
            const auto cols = std::ptrdiff_t(s.cols);
            std::vector<float> largest, out = in;
            for (auto row = out.begin(); row != out.end(); row += cols) {
              largest.push_back(*std::max_element(row, row + cols));
              std::transform(row, row + cols, row, [&](float value) { return value / largest.back(); });
            }
            const auto place = [s](std::size_t i) {
              return "[" + std::to_string(i / std::size_t(s.cols)) + "][" + std::to_string(i % std::size_t(s.cols)) +
                     "]";
            };
            return std::vector<Output>{
                {"largest", largest, [](std::size_t i) { return "[" + std::to_string(i) + "]"; }}, {"out", out, place}};
          },
      .call = [=](const std::vector<float*>& all, const float* in,
                  Shape s) { function(all[1], all[0], in, s.rows, s.cols); },
      .largest = 1 << 20,
      .unit = 0x1p-21f,   // so that all are below 1, too
      .tolerance = 1e-6,  // as the lab says
      .what_if_unchanged = "Do the chunks reach to the last row?"};
}

TEST(Correctness, Small) { expect_right(quotients(), {{1, 1}, {1, 300}, {5, 7}, {32, 256}, {40, 257}}); }
TEST(Correctness, Odd) { expect_right(quotients(), {{33, 1000}, {129, 31}, {7, 4099}, {1000, 9}}); }
TEST(Correctness, LongAndThin) { expect_right(quotients(), {{1, 100003}, {1031, 2}}); }
// A grid with a block for each row in y has at most 65,535.
TEST(Correctness, ManyRows) { expect_launches_taken(quotients(), {{500'000, 1}}); }
// Two chunks of 8 MiB, and the second has more rows, too, than a grid that is kept small has blocks.
TEST(Correctness, LastRowsOfALaterChunk) { expect_right_at_the_end(quotients(), {8239, 509}); }
TEST(Correctness, Drawn) { expect_right(quotients(), drawn_shapes(4, 120, 700)); }
TEST(Correctness, WhateverLayThere) {
  Task task = quotients();
  task.before = 2;  // more than any element, where other tests have less
  expect_right(task, {{20, 300}});
}
TEST(Correctness, AnyMagnitude) {
  for (const float unit : {0x1p-120f, 0x1p100f}) {
    Task task = quotients();
    task.unit = unit;
    if (!HasFailure()) expect_right(task, {{20, 300}});
  }
}
TEST(Correctness, OnTheDevice) { expect_work_on_device(quotients(), {20, 300}); }
TEST(Correctness, SameAddressesAgain) {
  grading::expect_nothing_remembered("l2_chunks", trial(quotients(), {20, 300}));
}
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left("l2_chunks", trial(quotients(), {20, 300})); }
TEST(Correctness, AnyOrderOfStreams) {
  grading::expect_any_order_of_streams("l2_chunks", trial(quotients(), {20, 300}));
}
TEST(Correctness, InOrder) {
  const harness::Checking order("race,uninitialized");  // here alone: it takes half as long again
  expect_right(quotients(), {{9, 300}, {3, 2000}, {5, 70}, {4, 20}});
}

// 46 MiB of each, together more than an H200's L2 holds, in rows of 2 MiB, a prime number of them: no chunk of several rows ends
// where they do. They are that long because a chunk of so many rows, however long a row is, is soon too much; with short
// rows it would pass.
TEST(Memory, FilledFromDram) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "caches are modelled on sim";
  const Shape shape{23, 524'288 - 8 * int(harness::seed() % 512)};
  const Judged seen = traffic_of(quotients(), shape, true);
  if (!seen.right) return;
  expect_at_most(
      seen.traffic, seen.traffic.filled, harness::budget("filled_of_needed") * double(shape.elements()) / 8,
      "DRAM fills", [](const harness::Site& site) { return double(site.found.filled); },
      "what the first pass brought has left L2 before the second wants it, or never got there. How much is in "
      "between?");
}

// A row that is longer than a chunk of 8 MiB. The last test: who then has chunks of no row divides by 0, or never ends.
TEST(Correctness, RowsLongerThanAChunk) { expect_launches_taken(quotients(), {{1, 2'200'000}}); }

}  // namespace
}  // namespace arrays
