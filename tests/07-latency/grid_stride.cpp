// Grades the lab grid_stride: right for every count, by one wave of blocks that have equal shares.
// Run: grade-grid_stride.sim --module FILE.so
#include <cstdlib>
#include <functional>
#include <initializer_list>
#include <map>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "tests/07-latency/interface.hpp"
#include "tests/07-latency/multiprocessor.hpp"
#include "tests/07-latency/streamed.hpp"
#include "tests/common/habits.hpp"

namespace {

using streamed::Line;
namespace sm = multiprocessor;

streamed::Seen computed(int count, Line line = {}, grading::Watched watched = {}) {
  const auto function = harness::submission().function<decltype(grid_stride)>("grid_stride");
  return streamed::call(
      count, line, [&](float* out, const float* in) { function(out, in, line.a, line.b, count); }, watched);
}

void expect_right(std::initializer_list<int> counts, Line line = {}) {
  for (const int count : counts) {
    const streamed::Seen seen = computed(count, line);
    const std::string words = seen.wrong.empty() ? streamed::done_by_copies(seen, count) : seen.wrong;
    if (!words.empty()) FAIL() << words;
  }
}

// The same line each time: who keeps results by all of the arguments shall find them again.
std::string trial(harness::Activity* activity) {
  const streamed::Seen seen = computed(3001, {2.5f, 0.75f});
  if (activity) *activity = seen.activity;
  return seen.wrong;
}

TEST(Correctness, ManyRounds) {
  {
    const harness::SmallDevice two(2);
    expect_right({65'536, 100'003});
  }
  const harness::SmallDevice twenty(20);  // more threads than a short counts
  expect_right({100'003});
}
// Of one SM's threads each has 1025 turns, and 20 bits do not count the numbers.
TEST(Correctness, MillionsOfNumbers) {
  const harness::SmallDevice one(1);
  expect_right({(1 << 21) + 77});
}
TEST(Correctness, FewNumbers) { expect_right({1, 2, 31, 33, 255, 1025}); }
TEST(Correctness, OtherLines) {
  for (const Line line : {Line{1, 0}, Line{0, 7}, Line{-2, 0.25f}})
    if (!HasFailure()) expect_right({2048}, line);
}
TEST(Correctness, Drawn) {  // by the run's seed
  const harness::SmallDevice one(1);
  std::mt19937 random(static_cast<std::mt19937::result_type>(harness::seed()));
  for (int i = 0; i < 5 && !HasFailure(); ++i) expect_right({int(1 + random() % 40'000)});
}
TEST(Correctness, AgainAndAgain) { grading::expect_nothing_remembered("grid_stride", trial); }
TEST(Correctness, AnyOrder) { grading::expect_any_order_of_streams("grid_stride", trial); }
TEST(Correctness, NothingLeft) { grading::expect_nothing_left("grid_stride", trial); }

struct Grid {
  std::string wrong;
  long blocks = 0;
  int threads = 0, fit = 0;  // of a block; blocks in an SM
  bool shares = false;       // memory, of which an SM may have no more
};

long product(const simt::Dim& dim) { return long(dim.x) * dim.y * dim.z; }

Grid grid_of(const streamed::Seen& seen) {
  Grid grid{seen.wrong};
  if (!grid.wrong.empty()) return grid;
  if (seen.activity.kernels.size() != 1) {
    grid.wrong = std::to_string(seen.activity.kernels.size()) +
                 " kernels were launched; one whose blocks stay until all is done is asked for.";
    return grid;
  }
  const simt::Launch& launch = seen.activity.kernels.front();
  grid.blocks = product(launch.grid);
  grid.threads = int(product(launch.block));
  for (const simt::Op op : {simt::Op::load, simt::Op::store})
    grid.shares |= launch.total(simt::Space::shared, op).requests > 0;
  // What a launch asks for besides takes room, whether anybody touches it or not.
  const sm::Limits limits = sm::limits(grid.threads, 16, int(launch.dynamic_shared_bytes));
  grid.fit = std::min({limits.blocks, limits.warps, limits.shared});
  return grid;
}

int plenty() {
  return 3 * 2048 * 20 + 77 + 32 * int(harness::seed() % 64);
}  // numbers: twenty for each thread that three SMs hold

TEST(Grid, OneWave) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "the grid is seen on sim only";
  std::map<int, Grid, std::greater<>> grids;  // by the device's SMs
  for (const int sms : {3, 2, 1}) {
    const harness::SmallDevice small(sms);
    grids[sms] = grid_of(computed(plenty()));
    if (!grids[sms].wrong.empty()) FAIL() << grids[sms].wrong;
  }
  if (grids[3].blocks == grids[2].blocks && grids[2].blocks == grids[1].blocks && grids[3].blocks <= 3l * grids[3].fit)
    FAIL()
        << "with 3 SMs, with 2 and with 1 there are " << grids[1].blocks
        << " blocks: the grid follows no device. Ask CUDA in each call how many SMs there are and how many blocks one "
        << "of them holds.";
  for (const auto& [sms, grid] : grids) {
    const std::string what = "with " + std::to_string(plenty()) + " numbers and " + std::to_string(sms) +
                             (sms == 1 ? " SM" : " SMs") + " there are " + std::to_string(grid.blocks) + " blocks of " +
                             std::to_string(grid.threads) + " threads, but ";
    if (grid.blocks > long(sms) * grid.fit)
      FAIL() << what << sms * grid.fit
             << " fit at a time: the others wait for those, in a wave of their own. Ask CUDA how "
             << "many SMs there are and how many blocks one of them holds.";
    if (grid.blocks % sms)
      FAIL() << what << "that is no multiple of the SMs: some have a block more to do than others.";
    if (grid.blocks * grid.threads < sms * 1024l || (grid.blocks < long(sms) * grid.fit && !grid.shares))
      FAIL() << what << "an SM has places for 2048 threads: with " << grid.blocks * grid.threads / sms
             << " each, some of them stay empty. As many blocks as the device holds are asked for.";
  }
}

TEST(Grid, OfTheCurrentDevice) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "the grid is seen on sim only";
  constexpr int sms = 2, of_others = 3;
  Grid grid;
  harness::set_devices(2);
  harness::set_current_device(1);
  {
    const harness::SmallDevice small(sms, of_others);
    grid = grid_of(computed(plenty()));
  }
  harness::set_current_device(0);
  harness::set_devices(1);
  if (!grid.wrong.empty()) FAIL() << grid.wrong;
  if (grid.blocks > long(sms) * grid.fit)
    FAIL() << "device 1 is the current one and has " << sms << " SMs, device 0 has " << of_others << "; there are "
           << grid.blocks << " blocks of " << grid.threads << " threads, but " << sms * grid.fit
           << " fit at a time: ask about the device that cudaGetDevice names.";
}

TEST(Grid, WhateverCountIs) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "the grid is seen on sim only";
  const harness::SmallDevice small(2);
  const Grid usual = grid_of(computed(plenty()));
  if (!usual.wrong.empty()) FAIL() << usual.wrong;
  for (const int count : {1, 1000}) {
    const Grid grid = grid_of(computed(count));
    if (!grid.wrong.empty()) FAIL() << grid.wrong;
    if (grid.blocks != usual.blocks || grid.threads != usual.threads)
      FAIL() << "the grid hangs on count: with " << count << (count == 1 ? " number" : " numbers") << " there are "
             << grid.blocks << " blocks of " << grid.threads << " threads, with " << plenty() << " there are "
             << usual.blocks << " of " << usual.threads << ". As many as the device holds are asked for.";
  }
}

// A thread's turns are all of the others', or one more.
TEST(Grid, EqualShares) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what a warp does is seen on sim only";
  const harness::SmallDevice small(2);
  streamed::Seen seen = computed(plenty());
  const Grid grid = grid_of(seen);
  if (!grid.wrong.empty()) FAIL() << grid.wrong;
  const long threads = grid.blocks * grid.threads, least = plenty() / threads * 32 * 9 / 10;
  const long most = (plenty() / threads + 1) * 32 * 11 / 10 + 128;
  grading::Watched watched;
  for (unsigned number = 0; number < 7; ++number) {  // the first warp, and six that nobody knows before
    if (number > 0) {
      watched = grading::drawn_warp(seen.activity.kernels.front(), number);
      seen = computed(plenty(), {}, watched);
      if (!seen.wrong.empty()) FAIL() << seen.wrong;
    }
    long lanes = 0;
    for (const harness::WatchedRequest& request : seen.requests)
      if (request.op == simt::Op::load) lanes += __builtin_popcount(request.active) * long(request.bytes) / 4;
    if (lanes < least || lanes > most)
      FAIL() << watched.words() << " loads " << lanes << " numbers; " << plenty() << " shared by " << threads
             << " threads are about " << long(plenty()) * 32 / threads << " for a warp.";
  }
}

// Where a turn is the whole grid's, a warp that has a tenth of its numbers is about a tenth of the way along `in`. A block that
// walks through a piece of its own is not.
TEST(Grid, WholeGridInTurn) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "what a warp does is seen on sim only";
  const harness::SmallDevice small(2);
  const streamed::Seen seen = computed(plenty());
  const Grid grid = grid_of(seen);
  if (!grid.wrong.empty()) FAIL() << grid.wrong;
  const long threads = grid.blocks * grid.threads;
  constexpr long turns_apart = 10;  // of thirty: who takes several numbers a turn is right
  long lanes = 0;
  for (const harness::WatchedRequest& request : seen.requests) {
    if (request.op != simt::Op::load || request.allocation != "in") continue;
    const long number = long(request.offset) / 4, turn = lanes / 32;
    lanes += __builtin_popcount(request.active) * long(request.bytes) / 4;
    if (std::abs(number - turn * threads) > turns_apart * threads)
      FAIL() << "the first warp's load number " << turn + 1 << " is of in[" << number << "], where " << threads
             << " threads have taken " << turn
             << " turns: in each turn the whole grid takes the numbers that come next.";
  }
}

TEST(Memory, Neighbours) {
  if (!harness::backend().has_counters) GTEST_SKIP() << "sectors are counted on sim only";
  const harness::SmallDevice small(36);  // more threads than an unsigned short counts
  const streamed::Seen seen = computed(plenty());
  if (!seen.wrong.empty()) FAIL() << seen.wrong;
  const auto sectors = std::uint64_t(plenty()) / 8 + 1, most = sectors + sectors / 20;
  for (const auto& [what, counted] : {std::pair{"load", seen.activity.load}, std::pair{"store", seen.activity.store}})
    if (counted.sectors > most)
      FAIL() << "the kernel's lanes " << what << " " << counted.sectors << " sectors, but " << sectors
             << " hold all numbers: in every turn of the loop the 32 lanes take neighbours, and the whole grid goes on "
             << "together.";
  if (seen.activity.load.bytes < std::uint64_t(plenty()) * 4)
    FAIL() << "the kernel loads " << seen.activity.load.bytes << " of " << plenty() * 4l
           << " bytes: the work is the device's.";
}

}  // namespace
