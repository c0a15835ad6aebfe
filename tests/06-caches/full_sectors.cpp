// Grades the lab full_sectors: right pixels, and no sector that L2 has in part must be filled from DRAM.
// Run: grade-full_sectors.sim --module FILE.so --budget filled_beyond_the_loads=0.25 --budget sent_of_needed=1.1
#include <algorithm>

#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "tests/06-caches/grading/arrays.hpp"
#include "tests/common/words.hpp"

namespace arrays {
namespace {

// A shape's cols are its pixels.
Task pixels() {
  const auto function = harness::submission().function<decltype(full_sectors)>("full_sectors");
  return {.function = "full_sectors",
      .results = [](Shape s) { return s.elements(); },
      .words = [](Shape s) { return "count = " + std::to_string(s.cols); },
      .outputs =
          [](const std::vector<float>& in, Shape s) {
            std::vector<float> out(in.size());
            for (std::size_t i = 0; i < in.size(); ++i) out[i] = in[i % 4 * std::size_t(s.cols) + i / 4];
            const auto place = [](std::size_t i) {
              return "[" + std::to_string(i) + "] (pixel " + std::to_string(i / 4) + ", plane " +
                     std::to_string(i % 4) + ")";
            };
            return std::vector<Output>{{"out", out, place}};
          },
      .call = [=](const std::vector<float*>& out, const float* in, Shape s) { function(out[0], in, s.cols); },
      .largest = 1 << 20,
      .moves = true,
      .what_if_unchanged = "Is there a thread for each pixel, and a store for each plane?"};
}

std::vector<Shape> counts(const std::vector<int>& all) {
  std::vector<Shape> shapes;
  for (const int count : all) shapes.push_back({4, count});
  return shapes;
}

std::vector<Shape> drawn_counts() {
  std::vector<Shape> shapes = drawn_shapes(4, 1, 6000);
  for (Shape& shape : shapes) shape.rows = 4;
  return shapes;
}

TEST(Correctness, FewPixels) { expect_right(pixels(), counts({1, 2, 7, 31, 32, 33, 64})); }
TEST(Correctness, OddCounts) { expect_right(pixels(), counts({255, 257, 1000, 1023, 1025, 4099, 15 * 1024 + 1})); }
TEST(Correctness, ManyPixels) { expect_right(pixels(), counts({65536, 100003})); }
TEST(Correctness, Drawn) { expect_right(pixels(), drawn_counts()); }
TEST(Correctness, AnyGrid) {
  const auto function = harness::submission().function<decltype(full_sectors)>("full_sectors");
  const auto call = [&](int count) {
    const harness::DeviceBuffer<float> in(4, "in"), out(4, "out");
    function(out.get(), in.get(), count);
  };
  grading::expect_grid_to_follow_count([](int count) { return fault(pixels(), {4, count}); }, call);
}
TEST(Correctness, OnTheDevice) { expect_work_on_device(pixels(), {4, 1500}); }
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered("full_sectors", trial(pixels(), {4, 700})); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left("full_sectors", trial(pixels(), {4, 1000})); }
TEST(Correctness, AnyOrderOfStreams) {
  grading::expect_any_order_of_streams("full_sectors", trial(pixels(), {4, 900}));
}

// 32 MiB of pixels: more than L2 may hold of lines that are written in part.
Shape large() { return {4, (1 << 21) + 8 * int(harness::seed() % 512)}; }

const Judged& judged() {
  static const Judged seen = traffic_of(pixels(), large(), true);
  return seen;
}

// Once for each sector of the planes, which must come from somewhere, and for hardly any of the pixels.
TEST(Memory, FilledFromDram) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "caches are modelled on sim";
  if (!judged().right) FAIL() << "caches are judged when the result is right.";
  const double sectors = double(large().elements()) / 8;
  expect_at_most(
      judged().traffic, judged().traffic.filled, sectors * (1 + harness::budget("filled_beyond_the_loads")),
      "DRAM fills", [](const harness::Site& site) { return double(site.found.filled); },
      "a sector that is stored in part is filled when L2 gives it up; bring its eight floats together in time.");
}

TEST(Memory, SentToL2) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "caches are modelled on sim";
  if (!judged().right) FAIL() << "caches are judged when the result is right.";
  const double sectors = double(large().elements()) / 8;
  expect_at_most(
      judged().traffic, judged().traffic.sent, sectors * harness::budget("sent_of_needed"), "your stores send L2",
      [](const harness::Site& site) { return site.op == simt::Op::load ? 0.0 : double(site.found.l2_sectors); },
      "each sector is to be sent once, whole. How many bytes has a pixel, and how many a lane's store?");
}

// What a copy of the host's or cudaMemset writes arrives in L2, too, and no model of the caches is told of it. It shows when no
// kernel runs.
TEST(Memory, WrittenByKernelsAlone) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "that no kernel runs is to be had on sim only";
  constexpr int count = 1000;
  constexpr float untouched = -1;
  const auto function = harness::submission().function<decltype(full_sectors)>("full_sectors");
  const harness::LaunchesOnly only;
  const harness::DeviceBuffer<float> in(std::vector<float>(4 * count, 1.0f), "in");
  const harness::DeviceBuffer<float> out(std::vector<float>(4 * count, untouched), "out");
  function(out.get(), in.get(), count);
  const std::vector<float> found = out.download();
  const auto written = std::count_if(found.begin(), found.end(), [](float value) { return value != untouched; });
  if (written)
    FAIL() << "count = " << count << ": " << written << " of " << found.size()
           << " floats of out are written by the host's calls, as cudaMemset is, beside what the kernel stores: each "
              "sector is to arrive in L2 once.";
}

// As many pixels as no vector's width divides. Each sector is sent once there, too.
TEST(Memory, SentOfAnyCount) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "caches are modelled on sim";
  const Shape odd{4, 40'001 + 2 * int(harness::seed() % 500)};
  const Judged seen = traffic_of(pixels(), odd);
  if (!seen.right) return;
  expect_at_most(
      seen.traffic, seen.traffic.sent, double(odd.elements()) / 8 * harness::budget("sent_of_needed") + 1,
      "your stores send L2",
      [](const harness::Site& site) { return site.op == simt::Op::load ? 0.0 : double(site.found.l2_sectors); },
      "a pixel begins at a multiple of 16 bytes whatever count is, and each sector is to be sent once, whole.");
}

}  // namespace
}  // namespace arrays
