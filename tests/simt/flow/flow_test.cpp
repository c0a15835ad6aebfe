// The control flow of machine code: blocks, their order, loops and which block leads to which.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "simt/engine/core/flow.hpp"
#include "simt/engine/loops/numbers.hpp"
#include "simt/engine/loops/unrolled.hpp"
#include "tests/simt/flow/machine_code.hpp"

namespace {

using namespace machine_code;
using simt::Flow;
using simt::FlowBlock;
using simt::FlowLoop;

// a and b are the first two registers that outlive calls.
std::string done_by(const std::vector<std::uint8_t>& code) {
  std::string words;
  for (const auto& [at, number] : simt::read_instructions(code.data(), code.size(), begin).numbers) {
    const bool both = number.is_read && number.is_written;
    words += std::string(words.empty() ? "" : ", ") + (both                ? "reads and writes "
                                                          : number.is_read ? "reads "
                                                                           : "writes ");
    words += number.where == simt::first_that_outlives_calls ? "a" : number.where >> 32 ? "frame" : "b";
    if (number.becomes_constant) words += " constant";
    if (number.moves_by_constant) words += number.is_one ? " by one" : " by a constant";
    if (number.is_copied) words += " copied";
    if (number.is_widened) words += " widened";
    if (number.is_written && number.is_loaded) words += " loaded";
  }
  return words;
}

TEST(NumbersOfCode, AreReadBeforeTheyAreWritten) {
  for (const auto& [code, words] : done) EXPECT_EQ(done_by(code), words);
}

TEST(FlowOfCode, AStraightLineIsOneBlock) {
  Code code;
  const Flow flow = code.at("all").nop().nop().returns().flow();
  ASSERT_EQ(flow.blocks.size(), 1u);
  EXPECT_TRUE(flow.loops.empty());
  EXPECT_EQ(flow.blocks[0].begin, begin);
  EXPECT_EQ(flow.blocks[0].end, begin + 3 * step);
  EXPECT_EQ(flow.block_at(begin + 3 * step - 1), &flow.blocks[0]);
  EXPECT_EQ(flow.block_at(begin + 3 * step), nullptr);
  EXPECT_EQ(flow.block_at(begin - 1), nullptr);
}

// Nor a loop, if it calls the very function.
TEST(FlowOfCode, ACallEndsNoBlock) {
  Code code;
  const Flow flow = code.at("all").nop().call_back().nop().returns().flow();
  EXPECT_EQ(flow.blocks.size(), 1u);
  EXPECT_TRUE(flow.loops.empty());
}

TEST(FlowOfCode, ABlockKnowsWhetherItCalls) {
  Code code;
  const Flow flow =
      code.at("front").nop().call_back().jump_if("end").at("between").nop().at("end").call_back().returns().flow();
  EXPECT_TRUE(code.block(flow, "front").calls);
  EXPECT_FALSE(code.block(flow, "between").calls);
  EXPECT_TRUE(code.block(flow, "end").calls);
}

#if defined(__aarch64__)
// simtcc puts it there; x86 needs none.
TEST(FlowOfCode, ATrapForDivisionsEndsNoBlock) {
  const std::uint32_t words[] = {
      0xb5000041, 0xd42a3a00, 0x9ac10800, 0xd65f03c0};  // cbnz x1, .+8, brk #0x51d0, udiv x0, x0, x1, ret
  EXPECT_EQ(simt::read_flow(reinterpret_cast<const std::uint8_t*>(words), sizeof words, begin).blocks.size(), 1u);
}

// `while (n--)`: of the number that is compared one is taken before the jump, which asks for what it was.
TEST(FlowOfCode, AJumpAsksForWhatSetTheFlagsLast) {
  const auto is_counted = [](std::uint32_t between) {
    const std::uint32_t words[] = {
        0xd503201f, 0x7100001f, between, 0x54ffffc1, 0xd65f03c0};  // nop, cmp w0, #0, …, b.ne, ret
    const Flow flow = simt::read_flow(reinterpret_cast<const std::uint8_t*>(words), sizeof words, begin);
    return flow.loops.size() == 1 && flow.loops[0].is_counted_block;
  };
  EXPECT_FALSE(is_counted(0x51000400));  // sub w0, w0, #1
  EXPECT_TRUE(is_counted(0x31000421));   // adds w1, w1, #1
}
#endif

TEST(FlowOfCode, WhereTwoBranchesMeetComesBehindBoth) {
  Code code;
  code.at("head").nop().jump_if("else").at("then").nop().jump("end").at("else").nop().at("end").returns();
  const Flow flow = code.flow();
  ASSERT_EQ(flow.blocks.size(), 4u);
  const FlowBlock &head = code.block(flow, "head"), &then = code.block(flow, "then"), &other = code.block(flow, "else"),
                  &end = code.block(flow, "end");
  EXPECT_LT(head.order, then.order);
  EXPECT_LT(head.order, other.order);
  EXPECT_LT(then.order, end.order);
  EXPECT_LT(other.order, end.order);
  EXPECT_TRUE(flow.leads(head, end));
  EXPECT_TRUE(flow.leads(other, end));
  EXPECT_FALSE(flow.leads(then, other));
  EXPECT_FALSE(flow.leads(other, then));
  EXPECT_FALSE(flow.leads(end, head));
}

TEST(FlowOfCode, ALoopHoldsItsBodyAndNotWhatIsBehind) {
  Code code;
  code.at("front").nop().at("head").nop().jump_if("behind").at("body").nop().jump("head").at("behind").returns();
  const Flow flow = code.flow();
  ASSERT_EQ(flow.loops.size(), 1u);
  const FlowBlock &head = code.block(flow, "head"), &body = code.block(flow, "body"),
                  &behind = code.block(flow, "behind");
  EXPECT_TRUE(head.is_head);
  EXPECT_FALSE(body.is_head);
  EXPECT_EQ(head.loop, 0);
  EXPECT_EQ(body.loop, 0);
  EXPECT_EQ(behind.loop, -1);
  EXPECT_EQ(code.block(flow, "front").loop, -1);
  EXPECT_EQ(flow.loops[0].head_order, head.order);
  EXPECT_LT(head.order, behind.order);
  EXPECT_TRUE(flow.leads(head, behind));
  EXPECT_FALSE(flow.leads(body, head));  // only by the jump back
}

TEST(FlowOfCode, ALoopIsCertainWhenNothingLeadsAroundIt) {
  Code straight, skipped, left_twice;
  straight.at("front").nop().at("loop").nop().jump_if("loop").at("behind").returns();
  EXPECT_TRUE(straight.flow().loops.at(0).is_certain);
  skipped.at("front").nop().jump_if("behind").at("loop").nop().jump_if("loop").at("behind").returns();
  EXPECT_FALSE(skipped.flow().loops.at(0).is_certain);
  left_twice.at("front").nop().at("loop").nop().jump_if("behind").nop().jump_if("loop").at("behind").returns();
  EXPECT_FALSE(left_twice.flow().loops.at(0).is_certain);
}

// Of a loop to the bound of another one around it, or of one that ends with a round, nobody asks either whether there is any.
TEST(FlowOfCode, ALoopToABoundIsNotCertain) {
  const auto is_certain = [](const auto& before, const auto& step, const auto& compare) {
    Code code;
    code.at("front").put(before).at("loop").put(step).put(compare).jump_if("loop").at("behind").returns();
    return code.flow().loops.at(0).is_certain;
  };
  EXPECT_FALSE(is_certain(clear, by_one, is_same));
  EXPECT_FALSE(is_certain(clear, by_one, is_same_long));
  EXPECT_TRUE(is_certain(a_nop, by_one, is_same_long));  // of addresses nothing is known
  EXPECT_TRUE(is_certain(end_of_six, climb, at_end));
  EXPECT_TRUE(is_certain(made_apart, climb, at_end));
  EXPECT_FALSE(is_certain(end_of_some, climb, at_end));
  EXPECT_TRUE(is_certain(eight, down, a_nop));
  // What a function has returned is left aside, and no less where it is made longer before it is added.
  std::vector<std::uint8_t> returned = a_nop;
  for (const auto* next : {&place, &a_call, &take, &widen_there, &end_of_some})
    returned.insert(returned.end(), next->begin(), next->end());
  EXPECT_TRUE(is_certain(returned, climb, at_end));
}

// nvcc leaves the single rounds for the end where something in the loop begins at a constant whole number, as a sum does.
TEST(FlowOfCode, ASumBeginsAtAConstantOrNot) {
  const auto loop = [](const std::vector<std::uint8_t>& before, const std::vector<std::uint8_t>& body) {
    Code code;
    code.at("front").put(at_end).jump_if("behind").put(before).at("loop").put(body).put(climb).put(at_end);
    code.jump_if("loop").at("behind").returns();
    return code.flow().loops.at(0);
  };
  EXPECT_TRUE(loop(clear, add).begins_at_constant);
  EXPECT_FALSE(loop(take, add).begins_at_constant);
  EXPECT_FALSE(loop(clear, load).begins_at_constant);  // it is not carried from round to round
  EXPECT_FALSE(loop(eight, down).begins_at_constant);  // what counts may be the compiler's own
}

// Who asks for a sign in front of a loop as a rule counts from 0; not of `first < first + n`, whose counter begins at no constant.
TEST(FlowOfCode, ACounterBeginsElsewhereOrNot) {
  const auto loop = [](const auto& before, const auto& step, const auto& compare, bool less) {
    Code code;
    code.at("front").put(is_zero).jump_if("behind").put(before).at("loop").put(step).put(compare);
    (less ? code.jump_if_less("loop") : code.jump_if("loop")).at("behind").returns();
    return code.flow().loops.at(0);
  };
  EXPECT_FALSE(loop(take, by_one, is_same, true).begins_at_constant);
  EXPECT_TRUE(loop(clear, by_one, is_same, true).begins_at_constant);
  EXPECT_TRUE(loop(take, by_one, is_same, false).begins_at_constant);      // left when equal: g++ may have moved it
  EXPECT_TRUE(loop(take, by_one, is_same_long, true).begins_at_constant);  // of 64 bits: a pointer's, say
  EXPECT_TRUE(loop(take, load, is_same, true).begins_at_constant);         // nothing counts
}

// Where g++ knows that there is a round nobody asks.
TEST(FlowOfCode, ACounterBeginsAtAConstantAlsoWhereNobodyAsks) {
  const auto loop = [](const auto& before, bool less) {
    Code code;
    code.at("front").put(before).at("loop").put(by_one).put(is_same);
    (less ? code.jump_if_less("loop") : code.jump_if("loop")).at("behind").returns();
    return code.flow().loops.at(0);
  };
  EXPECT_TRUE(loop(clear, true).begins_at_constant);
  EXPECT_FALSE(loop(take, true).begins_at_constant);
  EXPECT_FALSE(loop(clear, false).begins_at_constant);  // left when equal: what counts may be the compiler's own
}

TEST(FlowOfCode, ALoopThatEndsByWhatItLoadsIsNotCounted) {
  Code counted, chased, moved;
  counted.at("front").nop().at("loop").put(load).put(climb).put(at_end).jump_if("loop").at("behind").returns();
  EXPECT_TRUE(counted.flow().loops.at(0).is_counted_block);
  chased.at("front").nop().at("loop").put(load).put(climb).put(is_same).jump_if("loop").at("behind").returns();
  EXPECT_FALSE(chased.flow().loops.at(0).is_counted_block);
  moved.at("front").nop().at("loop").put(load_on).put(at_end).jump_if("loop").at("behind").returns();
  EXPECT_TRUE(moved.flow().loops.at(0).is_counted_block);
  EXPECT_TRUE(moved.flow().loops.at(0).steps_by_constant);
}

TEST(FlowOfCode, ACounterMayWrapWhereItIsMadeLongerInEachRound) {
  const auto loop = [](const std::vector<std::uint8_t>& first, const std::vector<std::uint8_t>& step) {
    Code code;
    code.at("front").nop().at("loop").put(first).put(step).put(is_same).jump_if("loop").at("behind").returns();
    return code.flow().loops.at(0);
  };
  EXPECT_TRUE(loop(widen, by_eight).may_wrap);
  EXPECT_TRUE(loop(place, by_eight).may_wrap);
  EXPECT_FALSE(loop(a_nop, by_eight).may_wrap);  // a pointer moves instead
  EXPECT_FALSE(loop(widen, by_one).may_wrap);    // it meets its bound first
}

// Of seven rounds: four, two and one; or one by one first or last.
TEST(UnrolledRounds, AreInTheLoopsThatNvccMakes) {
  const auto loops = [](const FlowLoop& loop) {
    std::vector<std::uint64_t> found;
    for (std::uint32_t done = 0; done < 7; ++done) found.push_back(simt::unrolled_round(7, done, loop) >> 33);
    return found;
  };
  FlowLoop wraps, sum;
  wraps.may_wrap = true, sum.begins_at_constant = true;
  EXPECT_EQ(loops(wraps), (std::vector<std::uint64_t>{0, 0, 0, 0, 1, 1, 2}));
  EXPECT_EQ(loops(sum), (std::vector<std::uint64_t>{3, 3, 3, 3, 4, 4, 4}));
  EXPECT_EQ(loops(FlowLoop{}), (std::vector<std::uint64_t>{0, 0, 0, 3, 3, 3, 3}));
}

TEST(FlowOfCode, ALoopsLengthIsAConstantOrNot) {
  const auto is_constant = [](const std::vector<std::uint8_t>& front, const std::vector<std::uint8_t>& round) {
    Code code;
    code.at("front").put(front).at("loop").nop().put(round).jump_if("loop").at("behind").returns();
    return code.flow().loops.at(0).is_constant;
  };
  EXPECT_TRUE(is_constant(eight, down));
  EXPECT_TRUE(is_constant(keep_eight, keep_down));
  EXPECT_TRUE(is_constant(spill_eight, spilled_down));
  EXPECT_FALSE(is_constant(spill_given, spilled_down));
  EXPECT_FALSE(is_constant(a_nop, down));
  Code moved;
  moved.at("front").put(clear).at("loop").put(add).put(is_same).jump_if("loop").at("behind").returns();
  EXPECT_FALSE(moved.flow().loops.at(0).is_constant);
}

// As compilers lay it out otherwise than each other: with a jump behind the loop, or without.
TEST(FlowOfCode, WhatLeadsAroundALoopMayMeetItBehindAJump) {
  Code jumps, follows;
  jumps.at("front").nop().jump_if("behind").at("loop").nop().jump_if("loop").jump("behind");
  jumps.at("other").call_back().at("behind").returns();
  EXPECT_FALSE(jumps.flow().loops.at(0).is_certain);
  follows.at("front").nop().at("loop").nop().jump_if("loop").at("next").nop().jump_if("next").at("behind").returns();
  EXPECT_TRUE(follows.flow().loops.at(0).is_certain);
}

TEST(FlowOfCode, LoopsInLoopsHoldEachOther) {
  Code code;
  code.at("outer").nop().jump_if("end").at("inner").nop().jump_if("outer").at("deep").nop().jump("inner");
  code.at("end").returns();
  const Flow flow = code.flow();
  ASSERT_EQ(flow.loops.size(), 2u);
  const int outer = code.block(flow, "outer").loop, inner = code.block(flow, "inner").loop;
  ASSERT_NE(outer, inner);
  EXPECT_EQ(flow.loops[std::size_t(inner)].parent, outer);
  EXPECT_EQ(flow.loops[std::size_t(outer)].parent, -1);
  EXPECT_EQ(code.block(flow, "deep").loop, inner);
  EXPECT_TRUE(flow.holds(outer, inner));
  EXPECT_TRUE(flow.holds(inner, inner));
  EXPECT_FALSE(flow.holds(inner, outer));
  EXPECT_FALSE(flow.holds(-1, -1));
}

TEST(FlowOfCode, TwoJumpsBackToOnePlaceAreOneLoop) {
  Code code;
  code.at("head").nop().jump_if("other").at("first").nop().jump("head");
  code.at("other").nop().jump_if("head").at("end").returns();
  const Flow flow = code.flow();
  ASSERT_EQ(flow.loops.size(), 1u);
  EXPECT_EQ(code.block(flow, "first").loop, 0);
  EXPECT_EQ(code.block(flow, "other").loop, 0);
  EXPECT_EQ(code.block(flow, "end").loop, -1);
}

TEST(FlowOfCode, WhatNothingLeadsToComesLast) {
  Code code;
  code.at("front").nop().jump("end").at("dead").nop().at("end").returns();
  const Flow flow = code.flow();
  ASSERT_EQ(flow.blocks.size(), 3u);
  EXPECT_LT(code.block(flow, "end").order, code.block(flow, "dead").order);
  EXPECT_FALSE(flow.leads(code.block(flow, "front"), code.block(flow, "dead")));
}

// The test's own code, found by its symbol.
TEST(FlowOfProgram, AFunctionIsFoundByAnAddressInIt) {
  const auto address = reinterpret_cast<std::uint64_t>(&simt::read_flow);
  const Flow& flow = simt::flow_of(address + 1);
  EXPECT_EQ(flow.begin, address);
  EXPECT_GT(flow.blocks.size(), 1u);
  EXPECT_EQ(&simt::flow_of(flow.end - 1), &flow);
  EXPECT_TRUE(simt::flow_of(1).blocks.empty());
}

}  // namespace
