// Grades the lab first_kernel: right where blocks fit, right where they do not, and never past the end.
// Run: grade-first_kernel.sim --module FILE.so
#include <initializer_list>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "harness/backend.hpp"
#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "tests/00-first-kernel/grading/line.hpp"
#include "tests/00-first-kernel/interface.hpp"
#include "tests/common/budget.hpp"
#include "tests/common/by_kernels.hpp"
#include "tests/common/call.hpp"
#include "tests/common/habits.hpp"
#include "tests/common/words.hpp"

namespace {

using line::Line;

std::string counted(int count) { return "count = " + std::to_string(count) + ": "; }

int next_call() {
  static int calls = 0;
  return ++calls;
}

// Calls the function once, on these numbers, or on some that no call before had. Gives what is wrong, or nothing, and what the device did.
std::string fault(int count, Line line, harness::Activity* activity, const std::vector<float>& numbers = {}) {
  const auto function = harness::submission().function<decltype(first_kernel)>("first_kernel");
  harness::forget_host_work();
  const grading::Call seen = grading::safely([&] {
    grading::Call call;
    const int number = next_call();
    line::Result result{numbers, line::before(std::size_t(count), number), {}};
    if (numbers.empty()) result.in = line::numbers(std::size_t(count), number);
    harness::DeviceBuffer<float> in(result.in, "in"), out(result.before, "out");
    grading::watch(
        call, 100 * std::uint64_t(count) + 100'000, [&] { function(out.get(), in.get(), line.a, line.b, count); });
    const auto found = [&]() -> std::string {
      if (std::string words = grading::damage(out, in); !words.empty()) return words;
      if (!line::all_same(in.download(), result.in)) return "in was changed; it may only be read.";
      result.out = out.download();
      const std::string words = line::wrong_with(result, line);
      return !words.empty() && call.no_kernel() ? "no kernel was launched, so nothing was computed." : words;
    };
    grading::look(call, found, "in and out belong to the caller: do not free them, and do not reset the device.");
    return call;
  });
  if (activity) *activity = seen.activity;
  const std::string words = seen.wrong.empty() ? grading::much_done_by_copies(seen, count * sizeof(float)) : seen.wrong;
  return words.empty() ? "" : counted(count) + grading::closed(words);
}

void expect_right(std::initializer_list<int> counts, Line line = {}) {
  for (const int count : counts)
    if (const std::string words = fault(count, line, nullptr); !words.empty()) {
      ADD_FAILURE() << words;
      return;
    }
}

// Another line each time.
std::string trial(harness::Activity* activity) {
  static int calls = 0;
  return fault(2048, {2.5f + float(calls++ % 8), 0.75f}, activity);
}

// Powers of two: whatever the block, it fits.
TEST(Correctness, WholeBlocks) { expect_right({1024, 2048, 65536}); }
TEST(Correctness, OtherLines) {
  for (const Line line : {Line{1, 0}, Line{0, 7}, Line{-2, 0.25f}})
    if (!HasFailure()) expect_right({2048}, line);
}
// What is no number, or endless, comes out as the arithmetic of floats has it.
TEST(Correctness, NoNumbers) {
  for (const Line line : {Line{}, Line{0, 7}})
    if (const std::string words = fault(2048, line, nullptr, line::no_numbers(2048)); !words.empty()) {
      ADD_FAILURE() << words;
      return;
    }
}
TEST(Correctness, AgainAndAgain) {
  grading::expect_nothing_remembered("first_kernel", trial);
  // All that the function is told is the same, and what it finds there is not.
  if (!HasFailure())
    grading::expect_nothing_remembered(
        "first_kernel", [](harness::Activity* activity) { return fault(2048, {}, activity); });
}
TEST(Correctness, AnyOrder) { grading::expect_any_order_of_streams("first_kernel", trial); }
TEST(Correctness, NothingLeft) { grading::expect_nothing_left("first_kernel", trial); }
TEST(Correctness, OnTheDevice) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  const int count = 32768;  // many blocks, be they of 1024 threads
  harness::Activity seen;
  harness::forget_host_work();
  if (const std::string words = fault(count, {}, &seen); !words.empty()) FAIL() << words;
  const std::uint64_t bytes = count * sizeof(float);
  if (seen.load.bytes < bytes || seen.plain_store.bytes < bytes)
    FAIL() << counted(count) << "kernels load " << seen.load.bytes << " bytes and store " << seen.plain_store.bytes
           << ", but in and out have " << bytes << " each: the work is the device's, not the host's.";
  if (const std::string words = grading::not_by_kernels(seen, bytes); !words.empty()) FAIL() << counted(count) << words;
  // Blocks that each go on to the end all write the same, and the result is right.
  if (seen.plain_store.bytes > 2 * bytes)
    FAIL() << counted(count) << "kernels store " << seen.plain_store.bytes << " bytes, but out has " << bytes
           << ": several threads compute the same elements. With a loop, how far is it from a thread's element to its "
              "next?";
  // Be it many elements a thread: less than a warp does not share them out.
  if (seen.threads < simt::warp_lanes)
    FAIL() << counted(count) << "the kernel has " << seen.threads << (seen.threads == 1 ? " thread" : " threads")
           << " in all. Give every element a thread.";
}

TEST(Tail, OneNumber) { expect_right({1}); }
TEST(Tail, FewNumbers) { expect_right({2, 31, 32, 33, 100}); }
// One more and one less than whole blocks, be they of 32, 96, 160 threads or of twice, four, … times as many.
TEST(Tail, OddCounts) { expect_right({255, 257, 1000, 1023, 1025, 4099, 15 * 1024 - 1, 15 * 1024 + 1}); }
TEST(Tail, OnTheDevice) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what ran on the device is known on sim only";
  for (const int count : {1000, 100, 1}) {
    harness::Activity seen;
    if (const std::string words = fault(count, {}, &seen); !words.empty()) FAIL() << words;
    const std::uint64_t bytes = std::uint64_t(count) * sizeof(float);
    if (seen.load.bytes < bytes || seen.plain_store.bytes < bytes)
      FAIL() << counted(count) << "kernels load " << seen.load.bytes << " bytes and store " << seen.plain_store.bytes
             << ", but in and out have " << bytes
             << " each: what is left behind whole blocks is the device's work, too.";
  }
}
TEST(Tail, ManyNumbers) { expect_right({1'000'003}); }
// A float holds every second whole number from 2^24 on. This one, as a float, is a whole number of blocks, be they of 32, 96,
// 160, 192 or 224 threads or of twice, four, eight times as many.
TEST(Tail, VeryManyNumbers) {
  if (!harness::may_count_in_floats()) return;
  const int count = 157 * (1024 * 3 * 5 * 7) + 1;
  const std::string words = fault(count, {}, nullptr);
  if (words.empty()) return;
  const bool first = fault(1'000'003, {}, nullptr).empty();
  FAIL() << (first ? counted(count) +
                         "some are wrong, and with a million numbers none, so is there a float in the index or in the "
                         "number of blocks? It counts to 2^24."
                   : words);
}
TEST(Tail, DrawnCounts) {  // by the run's seed
  std::mt19937 random(static_cast<std::mt19937::result_type>(harness::seed()));
  for (int i = 0; i < 5 && !HasFailure(); ++i) expect_right({int(1 + random() % 20'000)});
}

// A grid of a fixed size is right up to that size, which may lie beyond every count tried here.
TEST(Tail, AnyCount) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "threads are counted on sim only";
  std::uint64_t threads[2] = {};
  for (const int large : {0, 1}) {
    harness::Activity seen;
    if (const std::string words = fault(large ? 5003 : 1, {}, &seen); !words.empty()) FAIL() << words;
    threads[large] = seen.threads;
  }
  if (threads[0] != threads[1] || threads[0] > 1u << 22) return;
  if (const std::string words = fault(int(threads[0]) + 1, {}, nullptr); !words.empty())
    FAIL() << "the grid is the same for every count: " << threads[0] << " threads. " << words;
}

// A grid that stops growing, at 65,535 blocks perhaps, or begins anew there, is right up to some count, too.
TEST(Tail, LargestCount) {
  const auto function = harness::submission().function<decltype(first_kernel)>("first_kernel");
  const auto call = [&](int count) {
    const harness::DeviceBuffer<float> in(1, "in"), out(1, "out");
    function(out.get(), in.get(), 1, 0, count);
  };
  grading::expect_grid_to_follow_count([](int count) { return fault(count, {}, nullptr); }, call);
}

}  // namespace
