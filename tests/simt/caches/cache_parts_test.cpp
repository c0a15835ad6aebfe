// The parts of the caches' model one by one: L1, the way to L2, and L2, each rule by the smallest requests that show it.
#include <gtest/gtest.h>

#include <vector>

#include "simt/caches/gpu.hpp"
#include "simt/caches/gpus/h200.hpp"
#include "simt/caches/l1.hpp"
#include "simt/caches/l2.hpp"
#include "simt/caches/queue.hpp"

namespace simt::caches {
namespace {

constexpr unsigned none = 0, first = 1, second = 2, third = 4, whole = 15;

// --- L1 --------------------------------------------------------------------------------------------------

// One set of four lines, and room for as many as the test says.
L1 small_l1(unsigned lines = 4) {
  static Gpu gpu = gpu_h200;
  gpu.l1_set_bits = 0, gpu.l1_ways = 4, gpu.l1_lines_kept = 0;
  return L1(gpu, lines);
}

TEST(L1, AMissBringsTheSectorsThatItAskedForAndNoOthers) {
  L1 l1 = small_l1();
  EXPECT_EQ(l1.load(7, first), none);
  EXPECT_EQ(l1.load(7, first | second), first);
  EXPECT_EQ(l1.load(7, whole), first | second);
}

TEST(L1, TheLineThatHasRestedLongestGoesAndAHitIsAUse) {
  L1 l1 = small_l1();
  for (const std::uint64_t line : {1, 2, 3, 4}) l1.load(line, whole);
  EXPECT_EQ(l1.load(1, first), first);
  EXPECT_EQ(l1.load(5, first), none);
  EXPECT_EQ(l1.load(1, first), first);
  EXPECT_EQ(l1.load(3, first), first);
  EXPECT_EQ(l1.load(2, first), none) << "it had rested longest when line 5 came";
}

TEST(L1, WhatALoadHasAskedForAgainStaysInHalfOfTheSetWhoeverComes) {
  L1 l1 = small_l1();
  for (const std::uint64_t line : {1, 2, 1, 2}) l1.load(line, first);
  for (const std::uint64_t line : {3, 4, 5, 6, 7, 8}) l1.load(line, first);
  for (const std::uint64_t line : {7, 8, 1, 2}) EXPECT_EQ(l1.load(line, first), first) << line;
}

TEST(L1, OfThoseAskedForAgainTheOldestMakesRoomForAnother) {
  L1 l1 = small_l1();
  for (const std::uint64_t line : {1, 2, 3, 1, 2, 3}) l1.load(line, first);  // line 1 is the newest of the others now
  for (const std::uint64_t line : {4, 5, 6}) l1.load(line, first);
  for (const std::uint64_t line : {5, 6}) EXPECT_EQ(l1.load(line, second), none);  // they are there, with other sectors
  EXPECT_EQ(l1.load(1, first), none);
}

TEST(L1, WhatIsStoredToIsOneOfThoseAskedForOnce) {
  L1 l1 = small_l1();
  for (const std::uint64_t line : {1, 2, 1, 2}) l1.load(line, first);
  l1.store(2, first, none);
  for (const std::uint64_t line : {3, 4, 5}) l1.load(line, first);
  EXPECT_EQ(l1.load(1, first), first) << "a store moves another line back, and none is lost";
  EXPECT_EQ(l1.load(2, first), none);
}

TEST(L1, ALineTakesRoomHoweverFewItsSectorsAre) {
  L1 l1 = small_l1();
  for (const std::uint64_t line : {1, 2, 3, 4, 5}) l1.load(line, first);
  EXPECT_EQ(l1.load(1, first), none);
}

TEST(L1, SetsShareTheRoomThatTheCarveOutLeaves) {
  Gpu gpu = gpu_h200;
  gpu.l1_lines_kept = 1;
  L1 l1(gpu, 4);  // three, wherever they lie
  for (const std::uint64_t line : {1, 2, 3}) l1.load(line, first);
  for (const std::uint64_t line : {1, 2, 3}) EXPECT_EQ(l1.load(line, first), first) << line;
  l1.load(4, first);
  int left = 0;
  for (const std::uint64_t line : {4, 1, 2, 3}) left += l1.load(line, second) == none && l1.load(line, first) == first;
  EXPECT_LE(left, 3);
}

TEST(L1, WithoutRoomNothingIsKept) {
  L1 l1 = small_l1(0);
  l1.load(1, first);
  EXPECT_EQ(l1.load(1, first), none);
}

TEST(L1, ASectorStoredWholeIsThereOneStoredInPartIsNot) {
  L1 l1 = small_l1();
  EXPECT_EQ(l1.store(7, first | second, second), none);
  EXPECT_EQ(l1.load(7, first | second), first);
  EXPECT_EQ(l1.store(7, second, second), second);
  EXPECT_EQ(l1.load(7, second), second) << "it was there before, and stays";
}

TEST(L1, WhatIsDroppedIsLoadedAgain) {
  L1 l1 = small_l1();
  l1.load(7, whole);
  l1.drop(7, first);
  EXPECT_EQ(l1.load(7, first | second), second);
}

// --- the way to L2 ---------------------------------------------------------------------------------------

Going load_of(std::uint64_t line, unsigned sectors) { return {.line = line, .sectors = std::uint8_t(sectors)}; }
Going store_of(std::uint64_t line, unsigned sectors, unsigned partial = 0, SectorBytes bytes = {}) {
  return {
      .line = line, .sectors = std::uint8_t(sectors), .partial = std::uint8_t(partial), .stores = true, .bytes = bytes};
}

struct Way {
  std::vector<Going> left;
  Queue queue{2};
  void add(const Going& going) {
    queue.add(going, [this](const Going& one) { left.push_back(one); });
  }
  void empty() {
    queue.empty([this](const Going& one) { left.push_back(one); });
  }
};

TEST(Queue, WhatIsAskedOfALineThatWaitsGoesWithIt) {
  Way way;
  way.add(load_of(1, first));
  way.add(load_of(1, second));
  way.empty();
  ASSERT_EQ(way.left.size(), 1u);
  EXPECT_EQ(way.left[0].sectors, first | second);
}

TEST(Queue, TheOneThatHasWaitedLongestLeavesWhereThereIsNoRoom) {
  Way way;
  for (const std::uint64_t line : {1, 2, 1, 3}) way.add(load_of(line, first));
  ASSERT_EQ(way.left.size(), 1u);
  EXPECT_EQ(way.left[0].line, 1u);
}

TEST(Queue, AStoreDoesNotGoWithALoad) {
  Way way;
  way.add(load_of(1, first));
  way.add(store_of(1, first));
  way.empty();
  EXPECT_EQ(way.left.size(), 2u);
}

TEST(Queue, TwoHalvesOfASectorLeaveAsAWholeOne) {
  Way way;
  way.add(store_of(1, first, first, {0x0000ffff}));
  way.add(store_of(1, first, first, {0xffff0000}));
  way.add(store_of(2, first, first, {0x000000ff}));
  way.empty();
  ASSERT_EQ(way.left.size(), 2u);
  EXPECT_EQ(way.left[0].partial, none);
  EXPECT_EQ(way.left[1].partial, first);
}

// --- L2 --------------------------------------------------------------------------------------------------

// As an H200's, but small, and in one piece where the test does not say otherwise.
struct SmallL2 {
  Gpu gpu = gpu_h200;
  L2 l2;
  explicit SmallL2(unsigned halves = 1, unsigned partial_lines = 100, unsigned dirty_kib = 64, unsigned sets = 1)
      : gpu(small(halves, partial_lines, dirty_kib, sets)), l2(gpu) {
    l2.found.emplace_back();
    l2.found.emplace_back();
  }
  static Gpu small(unsigned halves, unsigned partial_lines, unsigned dirty_kib, unsigned sets) {
    Gpu gpu = gpu_h200;
    gpu.l2_halves = halves, gpu.l2_sets = sets, gpu.l2_ways = 4;
    gpu.l2_partial_lines = partial_lines, gpu.l2_dirty_kib = dirty_kib;
    return gpu;
  }
  Found read(std::uint64_t line, unsigned sectors, unsigned half = 0) {
    const Found before = l2.found[0];
    l2.read(half, line, sectors, 0);
    return {0, l2.found[0].l2_sectors - before.l2_sectors, l2.found[0].l2_hits - before.l2_hits,
        l2.found[0].filled - before.filled};
  }
  void write(std::uint64_t line, unsigned sectors, unsigned partial = 0, const SectorBytes& bytes = {}) {
    l2.write(0, line, sectors, partial, bytes, 1);
  }
  std::uint64_t filled_by_stores() const { return l2.found[1].filled; }
};

TEST(L2, AMissBringsItsNeighbourInSixtyFourBytes) {
  SmallL2 it;
  EXPECT_EQ(it.read(1, first), (Found{0, 1, 0, 2}));
  EXPECT_EQ(it.read(1, second), (Found{0, 1, 1, 0}));
  EXPECT_EQ(it.read(1, third), (Found{0, 1, 0, 2}));
}

TEST(L2, TheLineThatHasRestedLongestGoes) {
  SmallL2 it;
  for (const std::uint64_t line : {1, 2, 3, 4, 1, 5}) it.read(line, whole);
  EXPECT_EQ(it.read(1, whole).l2_hits, 4u);
  EXPECT_EQ(it.read(2, whole).l2_hits, 0u);
}

TEST(L2, AWholeSectorThatIsStoredIsNotFilledAndIsThere) {
  SmallL2 it;
  it.write(1, first);
  EXPECT_EQ(it.filled_by_stores(), 0u);
  EXPECT_EQ(it.read(1, first), (Found{0, 1, 1, 0}));
}

TEST(L2, ASectorInPartIsFilledWhenItsLineGoesAndTheStoreIsToBlame) {
  SmallL2 it;
  it.write(1, first, first, {0xff});
  EXPECT_EQ(it.filled_by_stores(), 0u);
  for (const std::uint64_t line : {2, 3, 4, 5}) it.read(line, whole);
  EXPECT_EQ(it.filled_by_stores(), 1u);
  EXPECT_EQ(it.l2.dram_written_sectors, 1u);
}

TEST(L2, WhatALaunchBeforeHasStoredInPartIsFilledForWhoAsks) {
  SmallL2 it;
  it.write(1, first, first, {0xff});
  it.l2.begin_launch();
  it.l2.found.resize(1);  // it has fewer instructions
  for (const std::uint64_t line : {2, 3, 4, 5}) it.l2.read(0, line, whole, 0);
  EXPECT_EQ(it.l2.found[0].filled, 17u) << "four lines of four sectors, and the one in part";
  EXPECT_EQ(it.l2.found.size(), 1u);
}

TEST(L2, PartsThatComeTogetherInTimeAreNotFilled) {
  SmallL2 it;
  it.write(1, first, first, {0x0000ffff});
  it.write(1, first, first, {0xffff0000});
  for (const std::uint64_t line : {2, 3, 4, 5}) it.read(line, whole);
  EXPECT_EQ(it.filled_by_stores(), 0u);
}

TEST(L2, OfTooManyLinesInPartTheOldestIsFilled) {
  SmallL2 it(1, 2);
  for (const std::uint64_t line : {1, 2}) it.write(line, first | second, first | second, {1, 1});
  EXPECT_EQ(it.filled_by_stores(), 0u);
  it.write(3, first, first, {1});
  EXPECT_EQ(it.filled_by_stores(), 2u);
  EXPECT_EQ(it.read(1, first).l2_hits, 1u) << "the first was filled";
  EXPECT_EQ(it.read(2, first).l2_hits, 0u);
}

TEST(L2, OfTooMuchThatWaitsTheOldestIsWritten) {
  SmallL2 it(1, 100, 1, 64);  // 32 sectors may wait
  for (std::uint64_t line = 0; line < 8; ++line) it.write(line, whole);
  EXPECT_EQ(it.l2.dram_written_sectors, 0u);
  it.write(8, first);
  EXPECT_EQ(it.l2.dram_written_sectors, 4u) << "a whole line, the first";
  it.write(0, first);
  EXPECT_EQ(it.l2.dram_written_sectors, 4u) << "there is room again";
}

TEST(L2, AnAtomicNeedsTheSectorItself) {
  SmallL2 it;
  it.l2.update(1, first, 0);
  EXPECT_EQ(it.l2.found[0].filled, 1u);
  it.l2.update(1, first, 0);
  EXPECT_EQ(it.l2.found[0].filled, 1u);
}

TEST(L2, DramGivesALineOnceForBothHalves) {
  SmallL2 it(2);
  EXPECT_EQ(it.read(1, whole, 0).filled, 4u);
  EXPECT_EQ(it.read(1, whole, 1).filled, 0u);
  EXPECT_EQ(it.read(1, whole, 0).l2_hits, 4u);
  EXPECT_EQ(it.read(1, whole, 1).l2_hits, 4u);
}

TEST(L2, AStoreAtHomeMakesTheOtherHalfsCopyOutOfDate) {
  SmallL2 it(2);
  unsigned lost = 0;
  for (const std::uint64_t line : {2, 3}) {  // of two neighbours one is at home in each half
    it.read(line, first, 0), it.read(line, first, 1);
    EXPECT_EQ(it.read(line, first, 1).l2_hits, 1u);
    it.write(line, first);
    EXPECT_EQ(it.read(line, first, 0).l2_hits, 1u);
    lost += it.read(line, first, 1).l2_hits == 0;
  }
  EXPECT_EQ(lost, 1u);
}

TEST(L2, ALaunchMayBeginWithNothing) {
  SmallL2 it;
  it.read(1, whole);
  it.write(2, first, first, {1});
  it.l2.forget();
  EXPECT_EQ(it.read(1, whole).filled, 4u);
  for (const std::uint64_t line : {3, 4, 5, 6}) it.read(line, whole);
  EXPECT_EQ(it.filled_by_stores(), 0u);
}

}  // namespace
}  // namespace simt::caches
