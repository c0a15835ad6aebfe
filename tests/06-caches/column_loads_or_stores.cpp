// Grades the lab column_loads_or_stores: a right transpose, two predictions, and few sectors between L1 and L2.
// Run: grade-column_loads_or_stores.sim --module FILE.so --budget sectors_an_element=0.5
#include <cmath>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/06-caches/grading/arrays.hpp"
#include "tests/common/transposes/correctness.hpp"
#include "tests/common/words.hpp"

namespace transposes {

const char* const function = "column_loads_or_stores";

}  // namespace transposes

namespace arrays {
namespace {

using grading::number;

Task transposing() {
  const auto function = harness::submission().function<Transpose>(transposes::function);
  return {.function = transposes::function,
      .results = [](Shape s) { return s.elements(); },
      .words = [](Shape s) { return "rows = " + std::to_string(s.rows) + ", cols = " + std::to_string(s.cols); },
      .outputs =
          [](const std::vector<float>& in, Shape s) {
            std::vector<float> out(in.size());
            for (std::size_t i = 0; i < in.size(); ++i)
              out[i % std::size_t(s.cols) * std::size_t(s.rows) + i / std::size_t(s.cols)] = in[i];
            const auto place = [s](std::size_t i) {
              return "[" + std::to_string(i / std::size_t(s.rows)) + "][" + std::to_string(i % std::size_t(s.rows)) +
                     "]";
            };
            return std::vector<Output>{{"out", out, place}};
          },
      .call = [=](const std::vector<float*>& out, const float* in, Shape s) { function(out[0], in, s.rows, s.cols); },
      .largest = 1 << 20,
      .moves = true,
      .what_if_unchanged = "Is there a thread for each element?"};
}

void expect_prediction(const char* name, bool scattered, double right, double apart, const std::string& unit,
    const std::string& question) {
  const double answer = harness::submission().function<double(bool)>(name)(scattered);
  if (std::abs(answer - right) <= apart) return;
  if (unit == "%" && right > 1 && std::abs(100 * answer - right) <= apart) {
    ADD_FAILURE() << name << "(loads_are_scattered = " << (scattered ? "true" : "false") << ") returned "
                  << number(answer) << ", a share of one; asked for are per cent.";
    return;
  }
  ADD_FAILURE() << name << "(loads_are_scattered = " << (scattered ? "true" : "false") << ") returned "
                << number(answer) << " " << unit << ", and that is not what is counted: " << question;
}

TEST(Prediction, HitRateOfScatteredLoads) {
  expect_prediction("load_hit_rate", true, harness::budget("hits_of_scattered_loads"), 3, "%",
      "a lane's float brings a sector of eight; who asks for the other seven, and when?");
}
TEST(Prediction, HitRateOfLoadsAlongARow) {
  expect_prediction("load_hit_rate", false, 0, 3, "%", "is any sector asked for by two requests?");
}
TEST(Prediction, SectorsSentByScatteredStores) {
  expect_prediction("stored_sectors_sent", false, 32, 1, "sectors",
      "32 lanes store into 32 rows; does L1 keep a store back until the sector is full?");
}
TEST(Prediction, SectorsSentAlongARow) {
  expect_prediction(
      "stored_sectors_sent", true, 4, 0.5, "sectors", "here 32 lanes store 32 neighbouring floats: 128 bytes.");
}

// Known shapes and one that nobody knows before.
// As wide and as tall as it may be: more than a grid has room for in y, in blocks of a few.
TEST(Correctness, WidestAndTallest) {
  expect_right(transposing(), {{1, 70'000}, {70'000, 1}});
  expect_launches_taken(transposing(), {{1, 500'000}, {500'000, 1}});
  expect_grid_to_follow(transposing(), {1, 490'000}, {1, 500'000});
  expect_grid_to_follow(transposing(), {490'000, 1}, {500'000, 1});
}

TEST(Memory, WithoutSharedMemory) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what a kernel uses is known on sim only";
  const Judged seen = traffic_of(transposing(), {64, 96});
  if (!seen.right) return;
  const harness::Activity& activity = seen.traffic.activity;
  if (const auto used = activity.shared_load.requests + activity.shared_store.requests; used > 0)
    FAIL() << seen.traffic.input << used
           << " requests go to shared memory, and the lab's transposes have none: its question "
           << "is which side of one is to be scattered.";
}

TEST(Memory, BetweenL1AndL2) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are graded on sim";
  const Task task = transposing();
  const transposes::Shape drawn = transposes::drawn_whole_shape();
  for (const Shape shape : {Shape{1024, 512}, Shape{512, 1024}, Shape{drawn.rows, drawn.cols}, Shape{515, 259}}) {
    const Judged seen = traffic_of(task, shape);
    if (!seen.right) return;
    const Traffic& moved = seen.traffic;
    // Rows of odd lengths begin anywhere in a sector, and cut ends touch one more.
    const double cut = shape.cols % 2 ? 1.5 : 1;
    const double budget = cut * harness::budget("sectors_an_element") * double(shape.elements());
    expect_at_most(
        moved, moved.read + moved.sent, budget, "between L1 and L2 go",
        [](const harness::Site& site) { return double(site.found.l2_sectors); },
        moved.sent > moved.read ? "L1 keeps no store back; what a warp scatters goes to L2 sector by sector."
                                : "what one warp brings, another one of the same SM should soon ask for.");
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace arrays
