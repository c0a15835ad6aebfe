// Grades the lab warp_clock: where every thread arrives, and which clock it read before and after.
// Run: grade-warp_clock.sim --module FILE.so
#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "harness/scripted.hpp"
#include "harness/watched.hpp"
#include "tests/04-timers/interface.hpp"
#include "tests/common/call.hpp"
#include "tests/common/habits.hpp"

namespace {

using Ticks = long long;

// What one call is given.
struct Walk {
  std::vector<int> next, hops;
  int count() const { return int(next.size()); }
  int arrives(int thread) const {
    int place = thread;
    for (int hop = 0; hop < hops[std::size_t(thread)]; ++hop) place = next[std::size_t(place)];
    return place;
  }
  int most_hops(int first, int last) const { return *std::max_element(hops.begin() + first, hops.begin() + last); }
};

// A ring through all places in leaps; thread i hops as often as `hops` says.
template <typename Hops>
Walk ring(int count, Hops hops) {
  Walk walk;
  for (int i = 0; i < count; ++i) {
    walk.next.push_back((i + 17) % count);
    walk.hops.push_back(hops(i));
  }
  return walk;
}

struct Seen : grading::Call {
  std::vector<int> end;
  std::vector<Ticks> begin_ticks, end_ticks;
};

Seen call(const Walk& walk) {
  const auto function = harness::submission().function<decltype(warp_clock)>("warp_clock");
  return grading::safely([&] {
    Seen seen;
    const std::size_t count = walk.next.size();
    harness::DeviceBuffer<int> next(walk.next, "next"), hops(walk.hops, "hops"), end(count, "end");
    harness::DeviceBuffer<Ticks> begin_ticks(count, "begin_ticks"), end_ticks(count, "end_ticks");
    grading::watch(seen, 50'000'000,
        [&] { function(end.get(), begin_ticks.get(), end_ticks.get(), next.get(), hops.get(), walk.count()); });
    if (seen.wrong.empty() && seen.no_kernel()) seen.wrong = "no kernel was launched.";
    const auto found = [&] {
      seen.end = end.download();
      seen.begin_ticks = begin_ticks.download();
      seen.end_ticks = end_ticks.download();
      return grading::damage(next, hops, end, begin_ticks, end_ticks);
    };
    grading::look(seen, found, "They belong to the caller: do not free them.");
    return seen;
  });
}

std::string thread(int i) { return "thread " + std::to_string(i); }

// Each of these gives what is wrong, or nothing.

std::string wrong_places(const Walk& walk, const Seen& seen) {
  constexpr int untouched = int(harness::poison_word(harness::Poison::first));
  for (int i = 0; i < walk.count(); ++i) {
    const int is = seen.end[std::size_t(i)], should = walk.arrives(i);
    if (is == should) continue;
    std::string words = "with count = " + std::to_string(walk.count()) + ", " + thread(i) + " hops " +
                        std::to_string(walk.hops[std::size_t(i)]) + " times and arrives at " + std::to_string(should) +
                        "; end[" + std::to_string(i) + "] ";
    if (is == untouched && i > 0 &&
        std::all_of(seen.end.begin() + i, seen.end.end(), [](int place) { return place == untouched; }))
      return words +
             "was never written, and nor was any place after it: does the grid cover count threads, rounded up to "
             "whole blocks?";
    if (is == untouched)
      return words +
             "was never written: a result that nobody stores is not computed either, for the compiler drops the hops.";
    words += "is " + std::to_string(is);
    if (is == i) words += ": that is where it started";
    if (is == walk.next[std::size_t(should)]) words += ": that is one hop too many";
    return words + ".";
  }
  return "";
}

std::string unwritten(const Walk& walk, const Seen& seen) {
  constexpr auto untouched = Ticks(harness::poison_word(harness::Poison::first) * 0x100000001ull);
  for (int i = 0; i < walk.count(); ++i)
    for (const auto& [name, ticks] :
        {std::pair{"begin_ticks", &seen.begin_ticks}, std::pair{"end_ticks", &seen.end_ticks}})
      if ((*ticks)[std::size_t(i)] == untouched)
        return std::string(name) + "[" + std::to_string(i) + "] was never written.";
  return "";
}

// A hop is a load and more, at the least two steps of the simulator and several ticks of a GPU.
std::string too_short(const Walk& walk, const Seen& seen) {
  for (int first = 0; first < walk.count(); first += 32) {
    const int last = std::min(first + 32, walk.count()), hops = walk.most_hops(first, last);
    for (int i = first; i < last; ++i) {
      const Ticks took = seen.end_ticks[std::size_t(i)] - seen.begin_ticks[std::size_t(i)];
      const std::string told = thread(i) + " read " + std::to_string(seen.begin_ticks[std::size_t(i)]) + " and then " +
                               std::to_string(seen.end_ticks[std::size_t(i)]) + ", " + std::to_string(took) + " ticks";
      if (took < 0) return told + ": have the two changed places, or were 64 bits cut to 32?";
      if (took < hops)
        return told + ", but a lane of its warp hopped " + std::to_string(hops) +
               " times meanwhile: does the clock's first reading come before the hops, and the second after them?";
    }
  }
  return "";
}

std::string disagreement(const Walk& walk, const Seen& seen) {
  for (const bool at_end : {false, true}) {
    const std::vector<Ticks>& ticks = at_end ? seen.end_ticks : seen.begin_ticks;
    for (int first = 0; first < walk.count(); first += 32)
      for (int i = first + 1; i < std::min(first + 32, walk.count()); ++i) {
        if (ticks[std::size_t(i)] == ticks[std::size_t(first)]) continue;
        std::string words = std::string("two lanes of one warp did not read the same ") + (at_end ? "end" : "begin") +
                            ": " + thread(first) + " has " + std::to_string(ticks[std::size_t(first)]) + ", " +
                            thread(i) + " has " + std::to_string(ticks[std::size_t(i)]) + ".";
        if (at_end && ticks[std::size_t(i)] != ticks[std::size_t(first)])
          words += " They hop " + std::to_string(walk.hops[std::size_t(first)]) + " and " +
                   std::to_string(walk.hops[std::size_t(i)]) +
                   " times, so they leave the loop at different moments. Nothing promises that they meet again before "
                   "the clock is read, unless you do: __syncwarp().";
        return words;
      }
  }
  return "";
}

using Judgement = std::string (*)(const Walk&, const Seen&);

void expect(const Walk& walk, std::initializer_list<Judgement> judgements) {
  const Seen seen = call(walk);
  std::string words = seen.wrong;
  for (const Judgement judge : judgements)
    if (words.empty()) words = judge(walk, seen);
  if (!words.empty()) ADD_FAILURE() << words;
}

int ragged(int i) { return i * 7 % 40; }
int by_warp(int i) { return i / 32 % 4 * 60 + 5; }

TEST(Correctness, Arrives) { expect(ring(256, ragged), {wrong_places, unwritten}); }
TEST(Correctness, OneThread) {
  expect(ring(1, [](int) { return 9; }), {wrong_places, unwritten});
}
TEST(Correctness, NoHops) {
  expect(ring(64, [](int) { return 0; }), {wrong_places, unwritten});
}
TEST(Correctness, PartOfAWarp) { expect(ring(77, ragged), {wrong_places, unwritten}); }
TEST(Correctness, ManyBlocks) { expect(ring(5000, ragged), {wrong_places, unwritten}); }

TEST(Correctness, AsManyThreadsAsThereMayBe) {
  expect(ring(100'000, [](int i) { return i % 3; }), {wrong_places, unwritten});
}

// Places and hops that nobody knows before, other ones each time, for the same number of threads.
std::string trial_of(int count, harness::Activity* activity) {
  static std::mt19937_64 random(harness::seed());
  const int leap = 1 + int(random() % std::uint64_t(count)), most = 2 + int(random() % 40);
  Walk walk;
  for (int i = 0; i < count; ++i) {
    walk.next.push_back((i + leap) % count);
    walk.hops.push_back(i * 11 % most);
  }
  const Seen seen = call(walk);
  if (activity) *activity = seen.activity;
  if (!seen.wrong.empty()) return seen.wrong;
  const std::string words = wrong_places(walk, seen);
  return words.empty() ? unwritten(walk, seen) : words;
}
grading::Trial trial_of(int count) {
  return [=](harness::Activity* activity) { return trial_of(count, activity); };
}

TEST(Correctness, Drawn) {
  std::mt19937_64 random(harness::seed() + 1);
  for (int i = 0; i < 4; ++i)
    if (const std::string words = trial_of(1 + int(random() % 3000), nullptr); !words.empty()) FAIL() << words;
}
TEST(Correctness, SameAddressesAgain) { grading::expect_nothing_remembered("warp_clock", trial_of(300)); }
TEST(Correctness, NothingIsLeftBehind) { grading::expect_nothing_left("warp_clock", trial_of(300)); }
TEST(Correctness, AnyOrderOfStreams) { grading::expect_any_order_of_streams("warp_clock", trial_of(300)); }

TEST(Clock, ReadBeforeAndAfter) {
  expect(ring(128, [](int) { return 50; }), {wrong_places, unwritten, too_short});
}
TEST(Clock, LanesOfAWarpAgree) { expect(ring(256, ragged), {wrong_places, unwritten, disagreement, too_short}); }
TEST(Clock, LanesAgreeInPartOfAWarp) { expect(ring(50, ragged), {wrong_places, unwritten, disagreement, too_short}); }

// Lanes that were apart may be active together or not. At this pace they are not.
TEST(Clock, LanesMeetForSure) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "who is active is chosen on sim only";
  const Walk walk = ring(256, ragged);
  harness::script_kernel_clock(0, 3);
  const Seen seen = call(walk);
  harness::script_kernel_clock(0);
  for (const Judgement judge : {wrong_places, unwritten})
    if (const std::string words = seen.wrong.empty() ? judge(walk, seen) : seen.wrong; !words.empty()) FAIL() << words;
  if (const std::string words = disagreement(walk, seen); !words.empty())
    FAIL()
        << (disagreement(walk, call(walk)).empty()
                   ? "lanes that leave the loop early meet the others by chance only: __activemask() names those that "
                     "happen to be there. Name the lanes that are to meet: __syncwarp(). In another order "
                   : "")
        << words;
}

// One hop that is made before the first reading or behind the second takes no time.
TEST(Clock, EveryHopIsTimed) {
  Ticks before = -1;
  for (const int hops : {0, 1, 2, 50, 51, 52, 53}) {
    const Walk walk = ring(32, [=](int) { return hops; });
    const Seen seen = call(walk);
    std::string words = seen.wrong;
    for (const Judgement judge : {wrong_places, unwritten, too_short})
      if (words.empty()) words = judge(walk, seen);
    if (!words.empty()) FAIL() << words;
    const Ticks took = seen.end_ticks.front() - seen.begin_ticks.front();
    if (harness::backend().has_counters && took <= before)
      FAIL() << "a warp whose lanes hop " << hops << (hops == 1 ? " time took " : " times took ") << took
             << " ticks, and " << before << " with one hop fewer: all hops belong between the two readings.";
    before = took;
  }
}

// A GPU reads the clock when it comes to it; on sim every load has come at once, so the machine code is asked.
TEST(Clock, LastHopIsOver) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what is on its way is read from sim's machine code";
  harness::late_load();  // of the calls before
  const Walk walk = ring(64, ragged);
  const Seen seen = call(walk);
  for (const Judgement judge : {wrong_places, unwritten})
    if (const std::string words = seen.wrong.empty() ? judge(walk, seen) : seen.wrong; !words.empty()) FAIL() << words;
  if (const harness::LateLoad late = harness::late_load(); late.load)
    FAIL() << "the clock is read (line " << late.clock << ") while the last hop's load (line " << late.load
           << ") is on its way: a GPU waits for a load only when something uses what it brings, and __syncwarp() does "
              "not. Store end[i] before.";
}

TEST(Clock, EveryWarpHasItsOwn) {
  const Walk walk = ring(128, by_warp);
  expect(walk,
      {wrong_places, unwritten, too_short, [](const Walk& asked, const Seen& seen) -> std::string {
         const auto took = [&](int i) { return seen.end_ticks[std::size_t(i)] - seen.begin_ticks[std::size_t(i)]; };
         for (int warp = 1; warp < 4; ++warp)
           if (took(32 * warp) <= took(32 * warp - 32))
             return "a warp whose lanes hop " + std::to_string(asked.hops[std::size_t(32 * warp)]) + " times took " +
                    std::to_string(took(32 * warp)) + " ticks, one whose lanes hop " +
                    std::to_string(asked.hops[std::size_t(32 * warp - 32)]) + " times took " +
                    std::to_string(took(32 * warp - 32)) +
                    ": each warp is to be timed by itself, without waiting for others, and not by one thread for all.";
         return "";
       }});
}

TEST(Clock, PastTheEndOf32Bits) {
  harness::script_kernel_clock((std::uint64_t{7} << 32) - 60);
  expect(ring(128, ragged), {wrong_places, unwritten, too_short, [](const Walk&, const Seen& seen) -> std::string {
                               for (const Ticks ticks : seen.begin_ticks)
                                 if (harness::backend().has_counters && ticks < (Ticks{7} << 32) - 60)
                                   return "the SM's clock stood at more than 30,000,000,000, and begin_ticks has " +
                                          std::to_string(ticks) +
                                          ", but the clock has 64 bits: keep it in a long long.";
                               return "";
                             }});
  harness::script_kernel_clock(0);
}

// Where the clock goes on by seven ticks with each step, so do the readings: they are its own, and no number for a hop.
TEST(Clock, AsTheClockGoes) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a clock that follows a script is sim's only";
  constexpr std::uint64_t pace = 7;
  const Walk walk = ring(128, ragged);
  const Seen usual = call(walk);
  harness::script_kernel_clock(0, pace);
  const Seen fast = call(walk);
  harness::script_kernel_clock(0);
  for (const Seen* seen : {&usual, &fast}) {
    if (!seen->wrong.empty()) FAIL() << seen->wrong;
    for (const auto wrong : {wrong_places, unwritten, too_short})
      if (const std::string words = wrong(walk, *seen); !words.empty()) FAIL() << words;
  }
  for (std::size_t i = 0; i < walk.next.size(); ++i) {
    const Ticks was = usual.end_ticks[i] - usual.begin_ticks[i], is = fast.end_ticks[i] - fast.begin_ticks[i];
    if (is < int(pace) / 2 * was)
      FAIL() << thread(int(i)) << " took " << is << " ticks of a clock that is " << pace
             << " times as fast as one where it took " << was << ": both results are readings of the clock.";
  }
}

}  // namespace
