// Grades the lab transpose_fast: whole sectors, no bank conflict, several elements a thread; on a GPU, a copy's speed.
// Run: grade-transpose_fast.sim --module FILE.so --budget load_sectors_per_request=4 --budget
// store_sectors_per_request=4 --budget wavefronts_of_ideal=1 --budget elements_per_thread=4 --budget copy_share=0.9
#include <bit>

#include "harness/timing.hpp"
#include "tests/common/tile_correctness.hpp"

namespace grading {

const char* const function = "transpose_fast";

TEST(Memory, Loads) { expect_sectors(function, harness::Direction::load, harness::budget("load_sectors_per_request")); }
TEST(Memory, Stores) {
  expect_sectors(function, harness::Direction::store, harness::budget("store_sectors_per_request"));
}
TEST(Memory, Wavefronts) { expect_wavefronts(function, harness::budget("wavefronts_of_ideal")); }

TEST(Memory, ElementsPerThread) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "threads are counted on sim";
  const Shape shape{512, 512};
  const auto activity = counters_of_right_call(function, shape);
  if (!activity) return;
  const double elements = double(shape.elements()) / double(activity->threads);
  if (elements >= harness::budget("elements_per_thread")) return;
  ADD_FAILURE() << shape.words() << ": " << activity->threads << " threads were started, so each moves "
                << number(elements)
                << " elements on average. Let each move several: then it has several loads under way at once.";
}

#ifdef HARNESS_HAS_TIME
// The best of three turns, a copy and the transpose each, for both depend on how warm the GPU is.
TEST(Memory, Speed) {
  constexpr int side = 8192;
  constexpr std::size_t count = std::size_t(side) * side;
  Transpose* const transpose = harness::submission().function<Transpose>(function);
  std::vector<float> input(count);
  for (std::size_t i = 0; i < count; ++i) input[i] = std::bit_cast<float>(harness::scramble(std::uint32_t(i)));
  harness::DeviceBuffer<float> in(input, "in"), out(count, "out");
  const auto stopwatch = harness::device_stopwatch();
  double share = 0;
  for (int turn = 0; turn < 3; ++turn) {
    const double copy = harness::measure(*stopwatch, [&] {
      harness::device_copy(out.get(), in.get(), count * sizeof(float));
    }).median_ms;
    const double own = harness::measure(*stopwatch, [&] { transpose(out.get(), in.get(), side, side); }).median_ms;
    share = std::max(share, copy / own);
  }
  const std::vector<float> result = out.download();
  std::size_t wrong = 0;
  Place first;
  for (int row = 0; row < side; ++row)
    for (int col = 0; col < side; ++col)
      if (std::bit_cast<std::uint32_t>(result[std::size_t(col) * side + row]) !=
              std::bit_cast<std::uint32_t>(input[std::size_t(row) * side + col]) &&
          wrong++ == 0)
        first = {row, col};
  if (wrong > 0) {
    ADD_FAILURE() << "rows = cols = 8192: speed is judged when the result is right. "
                  << name("out", {first.col, first.row}) << " should hold " << name("in", first) << " and does not; "
                  << wrong << " of " << count << " elements are wrong.";
    return;
  }
  if (share >= harness::budget("copy_share")) return;
  ADD_FAILURE() << "rows = cols = 8192: the transpose reaches " << number(100 * share) << " % of a copy's speed, and "
                << number(100 * harness::budget("copy_share")) << " % are asked for.";
}
#endif

}  // namespace grading
