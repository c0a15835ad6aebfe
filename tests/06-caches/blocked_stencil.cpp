// Grades the lab blocked_stencil: right sums of crosses, and blocks that find most of them in L1.
// Run: grade-blocked_stencil.sim --module FILE.so --budget read_of_needed=5
#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/06-caches/grading/arrays.hpp"
#include "tests/common/words.hpp"

namespace arrays {
namespace {

constexpr int reach = 4;

// Sums of crosses whose places are those that `at` gives for a row and a column; -1: none.
std::vector<float> sums(const std::vector<float>& in, Shape s, const std::function<std::int64_t(int, int)>& at) {
  std::vector<float> out = in;
  const auto of = [&](int row, int col) {
    const std::int64_t place = at(row, col);
    return place < 0 || place >= std::int64_t(in.size()) ? 0 : in[std::size_t(place)];
  };
  for (int row = 0; row < s.rows; ++row)
    for (int col = 0; col < s.cols; ++col)
      for (int k = -reach; k <= reach; ++k)
        if (k != 0)
          out[std::size_t(row) * std::size_t(s.cols) + std::size_t(col)] += of(row + k, col) + of(row, col + k);
  return out;
}
std::vector<float> without_edges(const std::vector<float>& in, Shape s) {
  return sums(in, s, [s](int row, int col) { return std::int64_t(row) * s.cols + col; });
}
std::vector<float> with_centres(const std::vector<float>& in, Shape s, float times) {
  std::vector<float> out = sums(in, s, [s](int row, int col) {
    const bool inside = row >= 0 && row < s.rows && col >= 0 && col < s.cols;
    return inside ? std::int64_t(row) * s.cols + col : -1;
  });
  for (std::size_t i = 0; i < out.size(); ++i) out[i] += (times - 1) * in[i];
  return out;
}
std::vector<float> on_a_torus(const std::vector<float>& in, Shape s) {
  return sums(in, s, [s](int row, int col) {
    return std::int64_t((row + reach * s.rows) % s.rows) * s.cols + (col + reach * s.cols) % s.cols;
  });
}

Task crosses() {
  const auto function = harness::submission().function<decltype(blocked_stencil)>("blocked_stencil");
  return {.function = "blocked_stencil",
      .results = [](Shape s) { return s.elements(); },
      .words = [](Shape s) { return "rows = " + std::to_string(s.rows) + ", cols = " + std::to_string(s.cols); },
      .outputs =
          [](const std::vector<float>& in, Shape s) {
            const std::vector<float> out = with_centres(in, s, 1);
            const auto place = [s](std::size_t i) {
              return "[" + std::to_string(i / std::size_t(s.cols)) + "][" + std::to_string(i % std::size_t(s.cols)) +
                     "]";
            };
            return std::vector<Output>{{"out", out, place}};
          },
      .call = [=](const std::vector<float*>& out, const float* in, Shape s) { function(out[0], in, s.rows, s.cols); },
      .largest = 1000,
      .what_if_unchanged = "Is there a thread for each element?",
      .mistakes = {{"beyond the end of a row the next one's elements were added, and before it the last one's. Compare "
                    "the column with 0 and cols; a place in memory does not tell where a row ends.",
                       without_edges},
          {"what lies beyond an edge was taken from the other side; nothing lies there.", on_a_torus},
          {"the element itself was added twice, once with its row and once with its column.",
              [](const std::vector<float>& in, Shape s) { return with_centres(in, s, 2); }},
          {"the element itself is missing; it counts once.",
              [](const std::vector<float>& in, Shape s) { return with_centres(in, s, 0); }}}};
}

TEST(Correctness, NoNumber) { expect_right_without_a_number(crosses(), {40, 50}); }
TEST(Correctness, Inside) { expect_right(crosses(), {{64, 64}, {96, 128}}); }
TEST(Correctness, Borders) { expect_right(crosses(), {{1, 1}, {9, 9}, {8, 4}, {3, 20}, {20, 3}, {1, 100}, {100, 1}}); }
TEST(Correctness, Odd) { expect_right(crosses(), {{33, 65}, {127, 31}, {100, 257}}); }
TEST(Correctness, LongAndThin) { expect_right(crosses(), {{2, 30000}, {30000, 2}}); }
// As tall as it may be: more than a grid has room for in y, in blocks of a few.
TEST(Correctness, Tallest) {
  expect_right(crosses(), {{70'000, 1}});
  expect_launches_taken(crosses(), {{500'000, 1}});
  expect_grid_to_follow(crosses(), {490'000, 1}, {500'000, 1});
}
TEST(Correctness, Drawn) { expect_right(crosses(), drawn_shapes(4, 150, 150)); }
TEST(Correctness, OnTheDevice) { expect_work_on_device(crosses(), {60, 70}); }
TEST(Correctness, SameAddressesAgain) {
  grading::expect_nothing_remembered("blocked_stencil", trial(crosses(), {37, 45}));
}
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left("blocked_stencil", trial(crosses(), {32, 48})); }
TEST(Correctness, AnyOrderOfStreams) {
  grading::expect_any_order_of_streams("blocked_stencil", trial(crosses(), {40, 70}));
}

TEST(Memory, BroughtFromL2) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "caches are modelled on sim";
  for (const Shape shape : {Shape{1024, 1024}, Shape{512, 64 * (10 + int(harness::seed() % 5))}}) {
    const Judged seen = traffic_of(crosses(), shape);
    if (!seen.right) return;
    expect_at_most(
        seen.traffic, seen.traffic.read, harness::budget("read_of_needed") * double(shape.elements()) / 8,
        "your loads ask L2 for",
        [](const harness::Site& site) { return site.op == simt::Op::load ? double(site.found.l2_sectors) : 0; },
        "a block of h rows needs h + 8 of them. What is that for each row, and how tall are yours?");
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace arrays
