// How the lanes of a warp are led through what each has noted down: who goes together, and who waits for whom.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "simt/engine/core/launch_state.hpp"
#include "simt/engine/core/lockstep.hpp"

namespace {

using simt::Event;
using simt::EventKind;
using simt::Flow;
using simt::FlowBlock;
using simt::Lane;
using simt::LaneState;
using simt::warp_lanes;

constexpr std::uint64_t block_bytes = 16;

// A function whose blocks lie one behind the other, in the order in which the program comes to them.
std::uint64_t address_of(int block) { return 0x1000 + std::uint64_t(block) * block_bytes; }

Flow function(std::vector<std::vector<int>> next) {
  Flow flow;
  flow.begin = address_of(0);
  flow.end = address_of(int(next.size()));
  for (int i = 0; i < int(next.size()); ++i) {
    FlowBlock block{.begin = address_of(i), .end = address_of(i + 1), .order = i};
    for (std::size_t k = 0; k < next[std::size_t(i)].size(); ++k) block.next[k] = next[std::size_t(i)][k];
    flow.blocks.push_back(block);
  }
  return flow;
}

// A warp whose lanes' records are written by hand.
class Warp {
 public:
  explicit Warp(Flow flow)
      : flow_(std::move(flow)),
        requests(launch_),
        lockstep(requests, [this](std::uint64_t) -> const Flow& { return flow_; }),
        lanes(warp_lanes) {
    for (unsigned i = 0; i < warp_lanes; ++i) {
      Lane& lane = lanes[i];
      lane.linear = i;
      lane.state = LaneState::finished;
      lane.begin = lane.next = lane.read = &rows_[i][0];
      lane.begin_address = lane.next_address = lane.read_address = &rows_[i][room];
    }
    lockstep.begin(lanes.data());
    for (unsigned i = 0; i < warp_lanes; ++i) note(i, EventKind::enter, 0x800);  // the kernel, from outside
  }

  void note(unsigned lane, EventKind kind, std::uint64_t pc, unsigned bytes = 0) {
    *lanes[lane].next++ = Event::pack(pc, kind, bytes);
  }
  void block(unsigned lane, int number) { note(lane, EventKind::block, address_of(number) + 1); }
  void load(unsigned lane, int in_block, int offset = 8) {
    note(lane, EventKind::load, address_of(in_block) + std::uint64_t(offset), 4);
    *lanes[lane].next_address++ = 0x10000 + lane * 4;
  }
  void call(unsigned lane, int from_block) { note(lane, EventKind::enter, address_of(from_block) + 4); }
  void leave(unsigned lane) { note(lane, EventKind::leave, 0); }

  struct Seen {
    std::uint64_t requests, lanes;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  Seen seen(int in_block, int offset = 8) const {
    for (const simt::SiteCount& site : requests.sites().counts())
      if (Event{site.key}.pc() == address_of(in_block) + std::uint64_t(offset))
        return {site.counters.requests, site.counters.lanes};
    return {0, 0};
  }

 private:
  static constexpr std::size_t room = 64;
  Flow flow_;
  simt::LaunchState launch_;
  std::uint64_t rows_[warp_lanes][2 * room] = {};

 public:
  simt::RequestCounter requests;
  simt::Lockstep lockstep;
  std::vector<Lane> lanes;
};

void PrintTo(const Warp::Seen& seen, std::ostream* out) {
  *out << seen.requests << " requests of " << seen.lanes << " lanes";
}

TEST(Lockstep, WhatAllLanesDoIsOneRequest) {
  Warp warp(function({{}}));
  for (unsigned i = 0; i < warp_lanes; ++i) warp.block(i, 0), warp.load(i, 0), warp.load(i, 0, 12);
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  EXPECT_EQ(warp.seen(0), (Warp::Seen{1, 32}));
  EXPECT_EQ(warp.seen(0, 12), (Warp::Seen{1, 32}));
  for (const Lane& lane : warp.lanes) EXPECT_EQ(lane.read, lane.next);
}

// 0 branches to 1 or 2, both lead to 3.
TEST(Lockstep, BranchesGoOneAfterTheOtherAndMeetBehind) {
  Warp warp(function({{1, 2}, {3}, {3}, {}}));
  for (unsigned i = 0; i < warp_lanes; ++i) {
    const int branch = i % 4 == 0 ? 2 : 1;
    warp.block(i, 0), warp.block(i, branch), warp.load(i, branch), warp.block(i, 3), warp.load(i, 3);
  }
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  EXPECT_EQ(warp.seen(1), (Warp::Seen{1, 24}));
  EXPECT_EQ(warp.seen(2), (Warp::Seen{1, 8}));
  EXPECT_EQ(warp.seen(3), (Warp::Seen{1, 32}));
}

// A branch that is skipped: those who skip it wait behind.
TEST(Lockstep, WhoSkipsABranchWaitsBehindIt) {
  Warp warp(function({{1, 2}, {2}, {}}));
  for (unsigned i = 0; i < warp_lanes; ++i) {
    warp.block(i, 0);
    if (i >= 20) warp.block(i, 1), warp.load(i, 1);
    warp.block(i, 2), warp.load(i, 2);
  }
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  EXPECT_EQ(warp.seen(1), (Warp::Seen{1, 12}));
  EXPECT_EQ(warp.seen(2), (Warp::Seen{1, 32}));
}

// 0, then 1 is a loop's head and 2 its body, 3 is behind it.
Flow loop() {
  Flow flow = function({{1}, {2, 3}, {1}, {}});
  flow.loops.push_back({.parent = -1, .head_order = 1});
  flow.blocks[1].loop = flow.blocks[2].loop = 0;
  flow.blocks[1].is_head = true;
  return flow;
}

TEST(Lockstep, RoundsOfALoopGoTogetherAndItsEndWaitsForTheLast) {
  Warp warp(loop());
  for (unsigned i = 0; i < warp_lanes; ++i) {
    warp.block(i, 0);
    for (unsigned round = 0; round <= i % 4; ++round) warp.block(i, 1), warp.block(i, 2), warp.load(i, 2);
    warp.block(i, 1), warp.block(i, 3), warp.load(i, 3);
  }
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  EXPECT_EQ(warp.seen(2), (Warp::Seen{4, 32 + 24 + 16 + 8}));
  EXPECT_EQ(warp.seen(3), (Warp::Seen{1, 32}));
}

// Two ways through the body: 1 is the head, 2 leads to 3 or 4, both back to 1; 5 is behind.
TEST(Lockstep, TheNextRoundWaitsForThoseOfTheOtherWayThroughTheBody) {
  Flow flow = function({{1}, {2, 5}, {3, 4}, {1}, {1}, {}});
  flow.loops.push_back({.parent = -1, .head_order = 1});
  for (int i = 1; i <= 4; ++i) flow.blocks[std::size_t(i)].loop = 0;
  flow.blocks[1].is_head = true;
  Warp warp(flow);
  for (unsigned i = 0; i < warp_lanes; ++i) {
    const int way = i % 2 ? 3 : 4;
    warp.block(i, 0);
    for (int round = 0; round < 2; ++round)
      warp.block(i, 1), warp.load(i, 1), warp.block(i, 2), warp.block(i, way), warp.load(i, way);
    warp.block(i, 1), warp.load(i, 1), warp.block(i, 5), warp.load(i, 5);
  }
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  EXPECT_EQ(warp.seen(1), (Warp::Seen{3, 96}));
  EXPECT_EQ(warp.seen(3), (Warp::Seen{2, 32}));
  EXPECT_EQ(warp.seen(4), (Warp::Seen{2, 32}));
  EXPECT_EQ(warp.seen(5), (Warp::Seen{1, 32}));
}

TEST(Lockstep, OneInstructionReachedByTwoCallsIsTwoRequests) {
  Warp warp(function({{1, 2}, {3}, {3}, {}}));
  for (unsigned i = 0; i < warp_lanes; ++i) {
    const int branch = i % 2 ? 1 : 2;
    warp.block(i, 0), warp.block(i, branch), warp.call(i, branch), warp.load(i, 3, 12), warp.leave(i);
    warp.block(i, 3), warp.load(i, 3);
  }
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  EXPECT_EQ(warp.seen(3, 12), (Warp::Seen{2, 32}));
  EXPECT_EQ(warp.seen(3), (Warp::Seen{1, 32}));
}

TEST(Lockstep, WaitsForALaneWhoseNextStepsAreNotKnownYet) {
  Warp warp(function({{1}, {}}));
  for (unsigned i = 0; i < warp_lanes; ++i)
    if (i != 5) warp.block(i, 0), warp.load(i, 1);
  warp.lanes[5].state = LaneState::full;
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 1u << 5);
  EXPECT_EQ(warp.seen(1), (Warp::Seen{0, 0}));
  warp.block(5, 0), warp.load(5, 1);
  warp.lanes[5].state = LaneState::finished;
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  EXPECT_EQ(warp.seen(1), (Warp::Seen{1, 32}));
}

// 0 branches to 1 or 2, both lead to 3; lanes 0 to 7 meet at the end of 1, and so do 8 to 15.
TEST(Lockstep, BehindAMeetingWaitsUntilTheEarlierLanesHaveCome) {
  Warp warp(function({{1, 2}, {3}, {3}, {}}));
  for (unsigned i = 0; i < warp_lanes; ++i) {
    warp.block(i, 0);
    if (i >= 16) warp.block(i, 2), warp.load(i, 2), warp.block(i, 3), warp.load(i, 3);
    else
      warp.block(i, 1), warp.load(i, 1), warp.lanes[i].state = LaneState::warp,
                                         warp.lanes[i].meeting.at = {address_of(1) + 12};
  }
  EXPECT_TRUE(warp.lockstep.advance(warp.lanes.data()).met);
  EXPECT_EQ(warp.seen(1), (Warp::Seen{1, 16}));
  EXPECT_EQ(warp.seen(2), (Warp::Seen{0, 0}));
  // Both groups can go on, and the branch behind them waits.
  for (const unsigned first : {0u, 8u}) {
    const simt::Lockstep::Advanced advanced = warp.lockstep.advance(warp.lanes.data(), &warp.lanes[first]);
    EXPECT_EQ(advanced.empty, 0u);
    EXPECT_FALSE(advanced.met);
    for (unsigned i = first; i < first + 8; ++i)
      warp.lanes[i].state = LaneState::finished, warp.load(i, 1, 14), warp.block(i, 3), warp.load(i, 3);
  }
  EXPECT_FALSE(warp.lockstep.advance(warp.lanes.data()).met);
  EXPECT_EQ(warp.seen(1, 14), (Warp::Seen{1, 16}));
  EXPECT_EQ(warp.seen(2), (Warp::Seen{1, 16}));
  EXPECT_EQ(warp.seen(3), (Warp::Seen{1, 32}));
}

TEST(Lockstep, KeepsWhatALaneDidLastAReturnAmongIt) {
  Warp warp(function({{1, 2}, {2}, {}}));
  for (unsigned i = 0; i < warp_lanes; ++i) {
    warp.block(i, 0), warp.load(i, 0);
    if (i < 3) warp.note(i, EventKind::returned, address_of(1) + 5);
    else warp.block(i, 2), warp.load(i, 2);
  }
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  EXPECT_EQ(warp.lanes[0].done.kind(), EventKind::returned);
  EXPECT_EQ(warp.lanes[0].done.pc(), address_of(1) + 5);
  EXPECT_EQ(warp.lanes[3].done.kind(), EventKind::load);
  EXPECT_EQ(warp.lanes[3].done.pc(), address_of(2) + 8);
  EXPECT_EQ(warp.seen(1, 5), (Warp::Seen{0, 0}));  // it asks for nothing
}

// Lane 0 waits in block 1, at a barrier; what the others did lies in the other branch, or behind where both meet.
TEST(Lockstep, TellsBehindABarrierFromAnotherBranch) {
  Warp warp(function({{1, 2}, {3}, {3}, {}}));
  warp.block(0, 0), warp.block(0, 1), warp.load(0, 1, 4);
  warp.block(1, 0), warp.block(1, 2), warp.load(1, 2);
  warp.block(2, 0), warp.block(2, 2), warp.block(2, 3), warp.load(2, 3);
  warp.block(3, 0), warp.load(3, 0);
  warp.block(4, 0);
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  Lane& waiting = warp.lanes[0];
  waiting.meeting.at = {address_of(1) + 8};
  EXPECT_FALSE(warp.lockstep.has_gone_round(warp.lanes[1], waiting));
  EXPECT_TRUE(warp.lockstep.has_gone_round(warp.lanes[2], waiting));
  EXPECT_FALSE(warp.lockstep.has_gone_round(warp.lanes[3], waiting));
  EXPECT_FALSE(warp.lockstep.has_gone_round(warp.lanes[4], waiting));  // it has done nothing at all
}

// In a loop it is the round that counts.
TEST(Lockstep, ALaterRoundIsBehindTheBarrierOfAnEarlierOne) {
  Warp warp(loop());
  warp.block(0, 0), warp.block(0, 1), warp.block(0, 2), warp.load(0, 2, 4);
  warp.block(1, 0), warp.block(1, 1), warp.block(1, 2), warp.load(1, 2, 4);
  warp.block(1, 1), warp.block(1, 2), warp.load(1, 2, 4);
  EXPECT_EQ(warp.lockstep.advance(warp.lanes.data()).empty, 0u);
  Lane& waiting = warp.lanes[0];
  waiting.meeting.at = {address_of(2) + 8};
  EXPECT_TRUE(warp.lockstep.has_gone_round(warp.lanes[1], waiting));
  EXPECT_FALSE(warp.lockstep.has_gone_round(waiting, waiting));
}

}  // namespace
