// Which loops nvcc unrolls whole, judged by the code and by how often they went round.
#include <gtest/gtest.h>

#include <cstddef>
#include <initializer_list>

#include "simt/engine/loops/around.hpp"

namespace {

using simt::Flow;
using simt::FlowBlock;

// A block in front, an outer loop that begins with a block and ends with one, and in it an inner loop of one block.
Flow loop_in_loop() {
  Flow flow;
  flow.loops.resize(2);
  flow.loops[0] = {.parent = -1, .head_order = 1, .is_certain = true};
  flow.loops[1] = {.parent = 0, .head_order = 2, .is_certain = true};
  flow.blocks.resize(5);
  for (int i = 0; i < 5; ++i) flow.blocks[std::size_t(i)].order = i;
  flow.blocks[1].loop = flow.blocks[3].loop = 0, flow.blocks[2].loop = 1;
  flow.blocks[1].is_head = flow.blocks[2].is_head = true;
  return flow;
}

struct LoopInLoop : testing::Test {
  void come_to(const FlowBlock& block) {
    watch.enter(flow, block, before);
    before = &block;
  }
  // Goes through the outer loop, and through the inner one as often as said in each of its rounds. What is in front of the inner one
  // in the second round, in it there, in its second round, and behind it: `first`, `in`, `again`, `last`.
  void go_round(std::initializer_list<unsigned> rounds) {
    come_to(front);
    unsigned round = 0;
    for (const unsigned often : rounds) {
      ++round;
      come_to(outer);
      if (round == 2) first = watch.here();
      for (unsigned i = 0; i < often; ++i) {
        come_to(inner);
        if (round == 2) (i == 0 ? in : again) = watch.here();
      }
      come_to(end);
      if (round == 2) last = watch.here();
    }
    come_to(behind);
    pieces.add(watch.rounds_seen());
  }
  static bool is_one(const simt::PieceOfCode& a, const simt::PieceOfCode& b) {
    return a.entry == b.entry && a.part == b.part && a.round == b.round;
  }

  Flow flow = loop_in_loop();
  const FlowBlock &front = flow.blocks[0], &outer = flow.blocks[1], &inner = flow.blocks[2], &end = flow.blocks[3],
                  &behind = flow.blocks[4];
  const FlowBlock* before = nullptr;
  simt::LoopWatch watch;
  simt::PiecesOfCode pieces;
  simt::LoopsAround first, in, again, last;
};

TEST_F(LoopInLoop, OfOneLengthIsUnrolledWhole) {
  go_round({3, 3, 3});
  EXPECT_EQ(pieces.of(in).entry, 0u);
  EXPECT_TRUE(is_one(pieces.of(first), pieces.of(in)));
  EXPECT_TRUE(is_one(pieces.of(again), pieces.of(last)));
}

TEST_F(LoopInLoop, OfSeveralLengthsIsNot) {
  go_round({1, 2, 3});
  EXPECT_NE(pieces.of(in).entry, 0u);
  EXPECT_EQ(pieces.of(in).round, 1u);
  EXPECT_EQ(pieces.of(again).round, 2u);
  EXPECT_EQ(pieces.of(in).entry, pieces.of(again).entry);
  EXPECT_EQ(pieces.of(in).part, 0u);
}

TEST_F(LoopInLoop, ALoopRoundSuchAOneIsNotUnrolledAtAll) {
  go_round({1, 2, 3});
  EXPECT_EQ(pieces.of(first).round, 2u);
  EXPECT_NE(pieces.of(first).part, 0u);
  EXPECT_NE(pieces.of(first).part, pieces.of(last).part);
  EXPECT_EQ(pieces.of(first).entry, pieces.of(last).entry);
}

TEST_F(LoopInLoop, OfWhichNothingSaysThatItIsEnteredIsNotUnrolledWhole) {
  flow.loops[1].is_certain = false;
  go_round({3, 3, 3});
  EXPECT_NE(pieces.of(in).entry, 0u);
}

TEST_F(LoopInLoop, IsJudgedByAllWarps) {
  go_round({3, 3, 3});
  simt::LoopWatch other;
  other.enter(flow, front, nullptr);
  other.enter(flow, outer, &front);
  other.enter(flow, inner, &outer);
  other.enter(flow, end, &inner);
  simt::PiecesOfCode both;
  both.add(watch.rounds_seen());
  both.add(other.rounds_seen());
  EXPECT_NE(both.of(in).entry, 0u);
}

TEST_F(LoopInLoop, ThatWasNotSeenFromItsBeginningSaysNothing) {
  watch.enter(flow, inner, nullptr);  // behind a barrier in it, say
  watch.enter(flow, end, &inner);
  go_round({3, 3, 3});
  EXPECT_EQ(pieces.of(in).entry, 0u);
}

TEST_F(LoopInLoop, ALengthThatStandsInTheCodeCountsForNothingRoundALoopOfOthers) {
  flow.loops[0].is_constant = true;
  go_round({1, 2, 3});
  EXPECT_FALSE(pieces.unrolls_constant(in));
  simt::PiecesOfCode alike;
  EXPECT_TRUE(alike.unrolls_constant(in));
}

TEST_F(LoopInLoop, BehindABarrierTheLoopIsKnownAndTheRoundIsNot) {
  flow.loops[0].is_constant = true;
  go_round({1, 2, 3});
  come_to(inner);
  watch.forget();
  EXPECT_EQ(watch.here().loops[0].loop, -1);
  EXPECT_EQ(pieces.of(watch.here()).entry, 0u);
  EXPECT_FALSE(pieces.unrolls_constant(watch.here()));
}

// A loop may begin with a block that only holds addresses: it calls nothing, and nobody is told of it.
TEST_F(LoopInLoop, MayBeginSilently) {
  for (FlowBlock& block : flow.blocks) block.calls = &block != &outer;
  flow.blocks[0].next[0] = 1, flow.blocks[1].next[0] = 2;
  flow.blocks[2].next[0] = 2, flow.blocks[2].next[1] = 3;
  flow.blocks[3].next[0] = 1, flow.blocks[3].next[1] = 4;
  come_to(front);
  for (unsigned round = 1; round <= 3; ++round) {
    for (unsigned i = 1; i <= 4; ++i) {
      come_to(inner);
      EXPECT_EQ(watch.here().loops[0].round, i);
      EXPECT_EQ(watch.here().loops[1].loop, 0);
      EXPECT_EQ(watch.here().loops[1].round, round);
    }
    come_to(end);
  }
  come_to(behind);
  EXPECT_EQ(watch.rounds_seen().at({&flow, 0}), 3u);
  EXPECT_EQ(watch.rounds_seen().at({&flow, 1}), 4u);
}

}  // namespace
