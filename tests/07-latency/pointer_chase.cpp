// Grades the lab pointer_chase: one ring, in a mixed order; each load asks where the last one led; every hop is timed.
// Run: grade-pointer_chase.sim --module FILE.so
#include <algorithm>
#include <initializer_list>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "harness/device_buffer.hpp"
#include "harness/grader.hpp"
#include "harness/judge/host_buffer.hpp"
#include "harness/scripted.hpp"
#include "harness/watched.hpp"
#include "tests/07-latency/interface.hpp"
#include "tests/common/call.hpp"
#include "tests/common/habits.hpp"
#include "tests/common/words.hpp"

namespace {

using Ints = std::vector<int>;

// --- the ring --------------------------------------------------------------------------------------------

constexpr int untouched = -7;

Ints ring_made(int count, unsigned seed) {
  const auto function = harness::submission().function<decltype(make_ring)>("make_ring");
  const harness::HostBuffer<int> next(Ints(std::size_t(count) + 4, untouched));
  function(next.get(), count, seed);
  return next.download();
}

// What is wrong with it as a ring, or nothing; more than `count` are there, and the rest must be left alone.
std::string no_ring(const Ints& next, int count) {
  const std::string words = "make_ring with count = " + std::to_string(count) + ": ";
  for (std::size_t i = std::size_t(count); i < next.size(); ++i)
    if (next[i] != untouched) return words + "next has count places, and something behind the last one was written.";
  for (int i = 0; i < count; ++i) {
    const int to = next[std::size_t(i)];
    if (to == untouched) return words + "next[" + std::to_string(i) + "] was never written.";
    if (to < 0 || to >= count)
      return words + "next[" + std::to_string(i) + "] is " + std::to_string(to) + ", and there is no such place.";
  }
  int place = 0, hops = 0;
  do {
    place = next[std::size_t(place)];
    ++hops;
  } while (place != 0 && hops <= count);
  if (hops < count && place == 0)
    return words + "from place 0 one is back after " + std::to_string(hops) + (hops == 1 ? " hop" : " hops") +
           ", so the other places are in rings of their own; a mixed order by itself has " +
           "many rings, and there must be one.";
  if (hops > count) return words + "from place 0 one never comes back to it: two places lead to the same one.";
  return "";
}

TEST(Ring, OneCycle) {
  for (const int count : {1, 2, 3, 4, 5, 7, 31, 64, 1000, 4096, 10'007})
    for (const unsigned seed : {1u, 2u, 77u})
      if (const std::string words = no_ring(ring_made(count, seed), count); !words.empty()) FAIL() << words;
}

TEST(Ring, Large) {  // more places than 16 bits count
  if (const std::string words = no_ring(ring_made(70'001, 1), 70'001); !words.empty()) FAIL() << words;
}

TEST(Ring, Drawn) {  // by the run's seed
  std::mt19937 random(static_cast<std::mt19937::result_type>(harness::seed()));
  for (int i = 0; i < 5; ++i) {
    const int count = 1 + int(random() % 20'000);
    if (const std::string words = no_ring(ring_made(count, unsigned(random())), count); !words.empty()) FAIL() << words;
  }
}

TEST(Ring, Mixed) {
  for (const int count : {1024, 16'384})
    for (const unsigned seed : {1u, 5u, 9u}) {
      const Ints next = ring_made(count, seed);
      if (const std::string words = no_ring(next, count); !words.empty()) FAIL() << words;
      int near = 0;
      std::set<int> leaps;
      for (int i = 0; i < count; ++i) {
        const int leap = next[std::size_t(i)] - i;
        near += std::abs(leap) < 64;
        leaps.insert(leap);
      }
      if (near > count / 4)
        FAIL() << "make_ring with count = " << count << ": " << near
               << " places lead to one that is less than 64 away, so that a load is often for a line that is there "
                  "already; "
               << "mix the order.";
      if (int(leaps.size()) < count / 8)
        FAIL() << "make_ring with count = " << count << ": there are only " << leaps.size()
               << " different distances from a place to its next; a regular order can be foreseen. Mix it.";
    }
}

TEST(Ring, AnotherForAnotherSeed) {
  constexpr unsigned seed = 5;  // whichever bit is turned, it is not 0: some generators stand still there
  const Ints one = ring_made(1000, seed), at_once = ring_made(1000, seed), two = ring_made(1000, 2);
  if (const std::string words = no_ring(one, 1000); !words.empty()) FAIL() << words;
  if (one == two) FAIL() << "make_ring gives the same ring for seed 5 and for seed 2: draw from the seed.";
  if (one != at_once || one != ring_made(1000, seed))
    FAIL() << "make_ring gives another ring when it is asked with seed 5 again: what is not the seed's, a clock or an "
           << "earlier call, must not decide.";
  for (const int bit : {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 16, 31})
    if (const unsigned other = seed ^ 1u << bit; one == ring_made(1000, other))
      FAIL() << "make_ring gives the same ring for seed 5 and for seed " << other
             << ": draw from all bits of the seed.";
}

// --- the chase -------------------------------------------------------------------------------------------

struct Walk {
  Ints next;
  int warm = 0, hops = 0;
  int arrives(int steps) const {
    int place = 0;
    while (steps-- > 0) place = next[std::size_t(place)];
    return place;
  }
};

// A ring that no submission made.
Ints mixed(int count, std::uint64_t seed) {
  Ints order(static_cast<std::size_t>(count)), next(order.size());
  std::iota(order.begin(), order.end(), 0);
  std::mt19937_64 random(seed);
  std::shuffle(order.begin() + 1, order.end(), random);
  for (std::size_t i = 0; i < order.size(); ++i) next[std::size_t(order[i])] = order[(i + 1) % order.size()];
  return next;
}

struct Seen : grading::Call {
  int end = 0;
  long long cycles = 0;
  std::vector<harness::WatchedRequest> requests;
};

Seen chased(const Walk& walk) {
  const auto function = harness::submission().function<decltype(chase)>("chase");
  return grading::safely([&] {
    Seen seen;
    harness::DeviceBuffer<int> next(walk.next, "next"), end(1, "end");
    harness::DeviceBuffer<long long> cycles(1, "cycles");
    grading::watch(seen, 50'000'000, [&] { function(end.get(), cycles.get(), next.get(), walk.warm, walk.hops); });
    if (seen.wrong.empty() && seen.no_kernel()) seen.wrong = "no kernel was launched.";
    if (seen.wrong.empty()) seen.requests = harness::watched_requests();
    const auto found = [&] {
      seen.end = end.download()[0];
      seen.cycles = cycles.download()[0];
      if (next.download() != walk.next) return std::string("next was changed; it may only be read.");
      return grading::damage(next, end, cycles);
    };
    grading::look(seen, found, "They belong to the caller: do not free them.");
    return seen;
  });
}

std::string told(const Walk& walk) {
  return "a ring of " + std::to_string(walk.next.size()) + ", warm = " + std::to_string(walk.warm) +
         ", hops = " + std::to_string(walk.hops) + ": ";
}

// Where it arrives, and that the clock went on.
std::string wrong_end(const Walk& walk, const Seen& seen) {
  if (!seen.wrong.empty()) return seen.wrong;
  const int should = walk.arrives(walk.warm + walk.hops);
  if (seen.end != should) {
    std::string words = told(walk) + "*end is " + std::to_string(seen.end) + ", but " +
                        std::to_string(walk.warm + walk.hops) + " hops from place 0 lead to " + std::to_string(should);
    if (seen.end == walk.arrives(walk.hops)) words += ": the warm ones are missing";
    else if (seen.end == walk.next[std::size_t(should)]) words += ": that is one hop too many";
    else if (walk.next[std::size_t(seen.end < 0 || seen.end >= int(walk.next.size()) ? 0 : seen.end)] == should)
      words += ": that is one hop too few";
    return words + ".";
  }
  if (seen.cycles < walk.hops)
    return told(walk) + "*cycles is " + std::to_string(seen.cycles) +
           ", and no hop takes less than one: read the clock between the warm hops and the others, and again behind "
           "them.";
  return "";
}

void expect(const Walk& walk) {
  if (const std::string words = wrong_end(walk, chased(walk)); !words.empty()) ADD_FAILURE() << words;
}

TEST(Chase, Arrives) {
  for (const auto& [warm, hops] :
      {std::pair{0, 1}, std::pair{0, 100}, std::pair{100, 1}, std::pair{64, 64}, std::pair{7, 1001}})
    if (!HasFailure()) expect({mixed(64, 3), warm, hops});
}
TEST(Chase, Long) {  // more hops than 16 bits count
  for (const auto& [warm, hops] : {std::pair{3, 70'001}, std::pair{70'001, 3}})
    if (!HasFailure()) expect({mixed(64, 3), warm, hops});
}
TEST(Chase, Drawn) {
  std::mt19937_64 random(harness::seed() + 1);
  for (int i = 0; i < 5 && !HasFailure(); ++i)
    expect({mixed(2 + int(random() % 2000), random()), int(random() % 50), 1 + int(random() % 300)});
}

std::string trial(harness::Activity* activity) {
  static std::mt19937_64 random(harness::seed() + 2);
  const Walk walk{mixed(500, random()), 10, 90};
  const Seen seen = chased(walk);
  if (activity) *activity = seen.activity;
  return wrong_end(walk, seen);
}
TEST(Chase, SameAddressesAgain) { grading::expect_nothing_remembered("chase", trial); }
TEST(Chase, AnyOrderOfStreams) { grading::expect_any_order_of_streams("chase", trial); }
TEST(Chase, NothingIsLeftBehind) { grading::expect_nothing_left("chase", trial); }

// The trace: one lane, and each request at the place to which the one before has led.
TEST(Chase, EachLoadAsksWhereTheLastOneLed) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "requests are seen on sim only";
  const Walk walk{mixed(900, harness::seed() + 3), 40, 300};
  const Seen seen = chased(walk);
  if (const std::string words = wrong_end(walk, seen); !words.empty()) FAIL() << words;
  if (seen.activity.load.lanes != seen.activity.load.requests)
    FAIL() << told(walk) << seen.activity.load.requests << " requests to load have " << seen.activity.load.lanes
           << " lanes: one thread is enough, and others would load beside it.";
  int place = 0, loads = 0;
  for (const harness::WatchedRequest& request : seen.requests) {
    if (request.op != simt::Op::load) continue;
    if (request.allocation != "next" || request.offset != std::uint64_t(place) * sizeof(int))
      FAIL() << told(walk) << "load " << loads + 1 << " is of " << request.allocation << "["
             << request.offset / sizeof(int) << "] (line " << request.line
             << " of the source), but the way leads to next[" << place
             << "]: each load takes the place that the one before has brought, and there are no others.";
    place = walk.next[std::size_t(place)];
    ++loads;
  }
  const int should = walk.warm + walk.hops;
  if (loads != should || seen.activity.load.requests != std::uint64_t(should))
    FAIL() << told(walk) << "the device loads " << seen.activity.load.requests << " times, " << loads
           << " of them in the first warp, but the way is " << should << " loads long.";
}

// --- the clock -------------------------------------------------------------------------------------------

Seen timed(const Walk& walk) {
  Seen seen = chased(walk);
  if (const std::string words = wrong_end(walk, seen); !words.empty() && seen.wrong.empty()) seen.wrong = words;
  return seen;
}

TEST(Clock, EveryHopIsTimed) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a clock without chance is sim's only";
  long long before = 0;
  for (const int hops : {48, 56, 64, 72}) {
    const Walk walk{mixed(64, 4), 20, hops};
    const Seen seen = timed(walk);
    if (!seen.wrong.empty()) FAIL() << seen.wrong;
    if (seen.cycles <= before)
      FAIL() << told(walk) << "*cycles is " << seen.cycles << ", and with 8 hops fewer it was " << before
             << ": all hops behind the warm ones belong between the two readings.";
    before = seen.cycles;
  }
}

// A GPU reads the clock when it comes to it; on sim every load has come at once, so the machine code is asked.
TEST(Clock, LastLoadHasCome) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "on a GPU the plateaus tell";
  harness::late_load();  // of the calls before
  const Seen seen = timed({mixed(64, 4), 20, 48});
  if (!seen.wrong.empty()) FAIL() << seen.wrong;
  if (const harness::LateLoad late = harness::late_load(); late.load)
    FAIL() << "the clock is read (line " << late.clock << ") while the last load (line " << late.load
           << ") is on its way: a GPU waits for a load only when something uses what it brings. Let a comparison do so "
              "before, or a store to *end.";
}

TEST(Clock, WarmHopsAreNot) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a clock without chance is sim's only";
  const Seen cold = timed({mixed(64, 4), 0, 64}), warm = timed({mixed(64, 4), 640, 64});
  for (const Seen* seen : {&cold, &warm})
    if (!seen->wrong.empty()) FAIL() << seen->wrong;
  if (warm.cycles > cold.cycles + 20)
    FAIL() << "64 hops take " << cold.cycles << " cycles with no warm ones before them, and " << warm.cycles
           << " with 640: the clock is to be read when the warm hops are over.";
}

TEST(Clock, PastTheEndOf32Bits) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a clock that follows a script is sim's only";
  harness::script_kernel_clock((std::uint64_t{7} << 32) - 60);
  const Walk walk{mixed(64, 4), 0, 500};
  const Seen seen = chased(walk);
  harness::script_kernel_clock(0);
  if (!seen.wrong.empty()) FAIL() << seen.wrong;
  if (seen.cycles < 0 || seen.cycles > 1'000'000)
    FAIL() << "the clock went past a multiple of 2^32 meanwhile, and *cycles is " << seen.cycles
           << ": keep its readings in a long long.";
  if (const std::string words = wrong_end(walk, seen); !words.empty()) FAIL() << words;
}

TEST(Clock, MoreThan32Bits) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a clock that follows a script is sim's only";
  constexpr auto pace = std::int64_t{1} << 33;
  harness::script_kernel_clock(0, std::uint64_t(pace));
  const Seen seen = chased({mixed(64, 4), 0, 50});
  harness::script_kernel_clock(0);
  if (!seen.wrong.empty()) FAIL() << seen.wrong;
  if (seen.cycles < pace)
    FAIL() << "the clock counted more than 2^32 cycles meanwhile, and *cycles is " << seen.cycles
           << ": read clock64(), and keep the difference in a long long.";
}

// Where the clock goes on by seven ticks with each step, so do the cycles: they are its own, and no number for a hop.
TEST(Clock, AsTheClockGoes) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "a clock that follows a script is sim's only";
  constexpr std::uint64_t pace = 7;
  const Walk walk{mixed(64, 4), 20, 300};
  const Seen usual = timed(walk);
  harness::script_kernel_clock(0, pace);
  const Seen fast = timed(walk);
  harness::script_kernel_clock(0);
  for (const Seen* seen : {&usual, &fast})
    if (!seen->wrong.empty()) FAIL() << seen->wrong;
  if (fast.cycles < int(pace) / 2 * usual.cycles)
    FAIL() << told(walk) << "*cycles is " << fast.cycles << " on an SM whose clock is " << pace
           << " times as fast as one where it was " << usual.cycles
           << ": take the difference of two readings of the clock, whatever a hop should cost.";
}

// On a GPU: the last load has come when the clock is read, and what does not fit into L1 takes longer.
TEST(Clock, Plateaus) {
  if (!harness::backend().has_time) return;
  const Seen one = timed({mixed(1024, 5), 1024, 1}), small = timed({mixed(1024, 5), 1024, 1024});
  const Seen large = timed({mixed(1 << 26, 6), 0, 1024});
  for (const Seen* seen : {&one, &small, &large})
    if (!seen->wrong.empty()) FAIL() << seen->wrong;
  if (one.cycles < 20)
    FAIL() << "a single hop takes " << one.cycles
           << " cycles, less than any load: the clock is read before the load has "
           << "come. Let something wait for it, *end or a comparison.";
  const double in_l1 = double(small.cycles) / 1024, outside = double(large.cycles) / 1024;
  if (outside < 4 * in_l1)
    FAIL() << "a hop takes " << grading::number(in_l1) << " cycles in a ring of 4 KiB and " << grading::number(outside)
           << " in one of 256 MiB: are the loads on their way together?";
}

}  // namespace
