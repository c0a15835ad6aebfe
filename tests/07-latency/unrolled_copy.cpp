// Grades the lab unrolled_copy: right for every count, and four loads of 16 bytes before the first store.
// Run: grade-unrolled_copy.sim --module FILE.so
#include <initializer_list>
#include <bit>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "tests/07-latency/interface.hpp"
#include "tests/07-latency/streamed.hpp"
#include "tests/common/habits.hpp"

namespace {

using simt::Op;

constexpr int independent = 4;          // loads before a store, at the least
constexpr int whole = 132 * 2048 * 16;  // floats: enough for four float4 of all threads that an H200 holds

streamed::Seen copied(int count, grading::Watched watched = {}) {
  const auto function = harness::submission().function<decltype(unrolled_copy)>("unrolled_copy");
  return streamed::call(count, {1, 0}, [&](float* out, const float* in) { function(out, in, count); }, watched);
}

void expect_right(std::initializer_list<int> counts) {
  for (const int count : counts) {
    const streamed::Seen seen = copied(count);
    const std::string words = seen.wrong.empty() ? streamed::done_by_copies(seen, count) : seen.wrong;
    if (!words.empty()) FAIL() << words;
  }
}

std::string trial(harness::Activity* activity) {
  const streamed::Seen seen = copied(4099);
  if (activity) *activity = seen.activity;
  return seen.wrong;
}

TEST(Correctness, WholeBlocks) { expect_right({16'384, 65'536}); }
TEST(Correctness, Tails) { expect_right({1, 2, 3, 4, 5, 15, 16, 17, 127, 1000, 1023, 4097, 5003, 65'539}); }
TEST(Correctness, Drawn) {  // by the run's seed
  std::mt19937 random(static_cast<std::mt19937::result_type>(harness::seed()));
  for (int i = 0; i < 5 && !HasFailure(); ++i) expect_right({int(1 + random() % 50'000)});
}
// What is left behind the last float4 belongs to somebody wherever a block's numbers end: in each piece of 512, for blocks of up
// to 16,384, and just on either side of whole blocks.
TEST(Correctness, TailsOfAnyBlock) {
  expect_right({16'381, 16'382, 16'383, 16'385, 16'386});
  std::mt19937 random(static_cast<std::mt19937::result_type>(harness::seed() + 1));
  for (int piece = 0; piece < 32 && !HasFailure(); ++piece)
    expect_right({512 * piece + 4 * int(random() % 128) + 1 + int(random() % 3)});
}
// -0, numbers that are none, one below a float's least with all its digits: in whole vectors and in what is left behind them.
TEST(Correctness, AnyBits) {
  constexpr std::uint32_t odd[] = {0x80000000, 0x7FC00123, 1, 0xFF800000, 0xFFFFFFFF};
  const auto function = harness::submission().function<decltype(unrolled_copy)>("unrolled_copy");
  for (const int count : {4099, 3}) {
    const grading::Call seen = grading::safely([&] {
      grading::Call call;
      std::vector<float> given(std::size_t(count), 0.0f);
      for (std::size_t i = 0; i < given.size(); ++i) given[i] = std::bit_cast<float>(odd[i % std::size(odd)]);
      const harness::DeviceBuffer<float> in(given, "in"), out(given.size(), "out");
      grading::watch(call, 1 << 20, [&] { function(out.get(), in.get(), count); });
      const auto found = [&]() -> std::string {
        const std::vector<float> moved = out.download();
        for (std::size_t i = 0; i < given.size(); ++i)
          if (std::bit_cast<std::uint32_t>(moved[i]) != odd[i % std::size(odd)])
            return "out[" + std::to_string(i) + "] has other bits than in[" + std::to_string(i) + "], which is " +
                   (i % std::size(odd) == 0 ? "-0" : "no usual number") +
                   ": a copy moves bits and computes nothing with them, not even + 0.";
        return "";
      };
      grading::look(call, found, "in and out belong to the caller.");
      return call;
    });
    if (!seen.wrong.empty()) FAIL() << "count = " << count << ": " << grading::closed(seen.wrong);
  }
}
TEST(Correctness, ManyNumbers) { expect_right({1'000'003}); }
TEST(Correctness, AnyGrid) {
  const auto function = harness::submission().function<decltype(unrolled_copy)>("unrolled_copy");
  const auto call = [&](int count) {
    const harness::DeviceBuffer<float> in(4, "in"), out(4, "out");
    function(out.get(), in.get(), count);
  };
  grading::expect_grid_to_follow_count([](int count) { return copied(count).wrong; }, call, 4 * independent);
}
TEST(Correctness, AgainAndAgain) { grading::expect_nothing_remembered("unrolled_copy", trial); }
TEST(Correctness, AnyOrder) { grading::expect_any_order_of_streams("unrolled_copy", trial); }
TEST(Correctness, NothingLeft) { grading::expect_nothing_left("unrolled_copy", trial); }

// One call for all tests that look at how it is done.
const streamed::Seen& seen_whole() {
  static const streamed::Seen seen = copied(whole);
  return seen;
}

std::string line(const harness::WatchedRequest& request) { return "line " + std::to_string(request.line); }

// What the watched warp does. Of a line that begins with a store and loads, too, each load is told before its store: the one of
// the same numbers. A load of other numbers stays behind the store.
std::vector<harness::WatchedRequest> in_order(const streamed::Seen& seen) {
  std::vector<harness::WatchedRequest> all = seen.requests;
  std::map<int, Op> begins;
  for (const harness::WatchedRequest& request : all) begins.emplace(request.line, request.op);
  for (std::size_t i = 1; i < all.size(); ++i) {
    harness::WatchedRequest &before = all[i - 1], &now = all[i];
    if (now.op != Op::load || before.op == Op::load || now.line != before.line || now.active != before.active) continue;
    if (now.offset != before.offset) continue;
    if (begins[now.line] == Op::load) continue;
    std::swap(before, now);
    ++i;
  }
  return all;
}

// `judge` says what is wrong with a warp's requests; empty if nothing is. The first warp is asked, and some that nobody knows before:
// whose turns are fewer has what was left to do, or nothing, and only one of so many may.
void expect_of_warps(
    const std::function<std::string(const std::vector<harness::WatchedRequest>&, const std::string& warp)>& judge) {
  if (!seen_whole().wrong.empty()) FAIL() << seen_whole().wrong;
  const auto loads = [](const std::vector<harness::WatchedRequest>& all) {
    return std::count_if(all.begin(), all.end(), [](const auto& request) { return request.op == Op::load; });
  };
  const std::vector<harness::WatchedRequest> first = in_order(seen_whole());
  if (const std::string words = judge(first, "warp 0 of the first block"); !words.empty()) FAIL() << words;
  if (seen_whole().activity.kernels.empty()) FAIL() << "no kernel was launched: the copy is a kernel's work.";
  const auto largest = std::max_element(seen_whole().activity.kernels.begin(), seen_whole().activity.kernels.end(),
      [](const auto& one, const auto& other) { return one.grid.x < other.grid.x; });
  bool at_the_end = false;
  for (unsigned number = 0; number < 2; ++number) {
    const grading::Watched warp = grading::drawn_warp(*largest, number);
    static std::map<unsigned, streamed::Seen> drawn;  // both tests look at the same
    if (!drawn.contains(number)) drawn[number] = copied(whole, warp);
    const streamed::Seen& seen = drawn[number];
    if (!seen.wrong.empty()) FAIL() << seen.wrong;
    const std::vector<harness::WatchedRequest> requests = in_order(seen);
    if (loads(requests) < independent && !at_the_end) {
      at_the_end = true;
      continue;
    }
    if (const std::string words = judge(requests, warp.words()); !words.empty()) FAIL() << words;
  }
}

// Runs of loads, each with its stores behind it. The last one may be what is left.
TEST(Order, LoadsBeforeTheStore) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "the order of requests is seen on sim only";
  expect_of_warps([](const std::vector<harness::WatchedRequest>& requests, const std::string& warp) {
    struct Run {
      int loads = 0, line = 0;  // of its first store
    };
    std::vector<Run> runs;
    int loads = 0;
    bool stored = false;
    for (const harness::WatchedRequest& request : requests) {
      if (request.op == Op::load) {
        loads = stored ? 1 : loads + 1;
        stored = false;
      } else if (!stored) {
        runs.push_back({loads, request.line});
        stored = true;
      }
    }
    if (runs.empty()) return warp + " stores nothing: the copy is a kernel's, and all of its warps have a part in it.";
    for (std::size_t i = 0; i == 0 || i + 1 < runs.size(); ++i)
      if (runs[i].loads < independent)
        return "in its " + std::string(i == 0 ? "first" : "next") + " round, " + warp + " has made " +
               grading::many(runs[i].loads, "load") + " when it stores (line " + std::to_string(runs[i].line) +
               "), and what it loads later waits for that; " + std::to_string(independent) +
               " come first, so that they are on their way together.";
    return std::string();
  });
}

TEST(Order, SixteenBytesEach) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "the width of requests is seen on sim only";
  expect_of_warps([](const std::vector<harness::WatchedRequest>& requests, const std::string& warp) {
    int place = 0;
    for (const harness::WatchedRequest& request : requests) {
      if (request.op != Op::load || ++place > independent) continue;
      const std::string load = "load " + std::to_string(place) + " of " + warp;
      if (request.bytes != 16)
        return load + " has " + std::to_string(request.bytes) + " bytes a lane (" + line(request) +
               "): a float4 is 16 bytes, and so four times as much on its way.";
      if (request.active != ~0u)
        return load + " is made by a part of its lanes (" + line(request) +
               "): with so many numbers all 32 have something to load.";
    }
    return std::string();
  });
}

// A load that is made for show, and again when it is wanted, is on its way for nothing.
TEST(Memory, EverythingOnce) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are counted on sim only";
  // As many as nobody knows before; three that are left over change nothing of the others.
  const int some = 4096 * (60 + int(harness::seed() % 16)) + 3;
  for (const int count : {whole, some}) {
    const streamed::Seen seen = count == whole ? seen_whole() : copied(count);
    if (!seen.wrong.empty()) FAIL() << seen.wrong;
    const auto sectors = std::uint64_t(count) / 8, most = sectors + sectors / 50;
    for (const auto& [what, counted] :
        {std::pair{"load", seen.activity.load}, std::pair{"store", seen.activity.store}}) {
      if (counted.bytes > std::uint64_t(count) * 4 + std::uint64_t(count) / 50)
        FAIL() << "the kernels " << what << " " << counted.bytes << " bytes, but there are " << count * 4l
               << ": each number is moved once.";
      if (counted.sectors > most)
        FAIL() << "the kernels " << what << " " << counted.sectors << " sectors, but " << sectors
               << " hold all numbers: the 32 lanes of a request take neighbouring float4.";
      if (counted.requests > std::uint64_t(count) / 128 + std::uint64_t(count) / 1280)
        FAIL() << "the kernels make " << counted.requests << " requests to " << what << ", but with 16 bytes a lane "
               << count / 128 << " are enough.";
    }
    if (seen.activity.load.bytes < std::uint64_t(count) * 4)
      FAIL() << "the kernels load " << seen.activity.load.bytes << " of " << count * 4l
             << " bytes: the copy is the kernel's work.";
  }
}

}  // namespace
