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

namespace {

using simt::Flow;
using simt::FlowBlock;
using simt::FlowLoop;

constexpr std::uint64_t begin = 0x1000;

#if defined(__aarch64__)
// Instructions of ARM; a jump's distance is in instructions of four bytes.
constexpr std::size_t step = 4;
const std::vector<std::uint8_t> a_nop{0x1f, 0x20, 0x03, 0xd5}, a_return{0xc0, 0x03, 0x5f, 0xd6};
const std::vector<std::uint8_t> always{0, 0, 0, 0x14}, sometimes{0, 0, 0, 0x54};  // b, b.eq
const std::vector<std::uint8_t> a_call{0xff, 0xff, 0xff, 0x97};                   // of what is in front of it

// Instructions, and what they do to numbers (done_by).
const std::vector<std::pair<std::vector<std::uint8_t>, std::string>> done{
    {{0x7f, 0x02, 0x14, 0x6b}, "reads a, reads b"},                                   // cmp w19, w20
    {{0x7f, 0x02, 0x14, 0x6a}, "reads a, reads b"},                                   // tst w19, w20
    {{0x7f, 0x06, 0x00, 0x31}, "reads a"},                                            // cmn w19, #1
    {{0x60, 0x02, 0x54, 0x7a}, "reads a, reads b"},                                   // ccmp w19, w20, #0, eq
    {{0x73, 0x06, 0x00, 0x31}, "reads a copied, writes a by one"},                    // adds w19, w19, #1
    {{0x73, 0x22, 0x00, 0x51}, "reads a copied, writes a by a constant"},             // sub w19, w19, #8
    {{0x93, 0x02, 0x00, 0x72}, "reads b, writes a"},                                  // ands w19, w20, #1
    {{0x93, 0x76, 0x1e, 0x53}, "reads b copied, writes a"},                           // lsl w19, w20, #2
    {{0x93, 0x7e, 0x7e, 0x93}, "reads b copied widened, writes a"},                   // sbfiz x19, x20, #2, #32
    {{0x93, 0x7e, 0x40, 0x93}, "reads b copied widened, writes a"},                   // sxtw x19, w20
    {{0x93, 0xc2, 0x33, 0x8b}, "reads b copied, reads a copied widened, writes a"},   // add x19, x20, w19, sxtw
    {{0x93, 0x1e, 0x00, 0x33}, "reads b, reads and writes a"},                        // bfxil w19, w20, #0, #8
    {{0x33, 0x00, 0xa0, 0x72}, "writes a constant"},                                  // movk w19, #1, lsl #16
    {{0xf3, 0x23, 0x00, 0x39}, "reads a copied, writes frame"},                       // strb w19, [sp, #8]
    {{0xf3, 0x53, 0x41, 0x29}, "reads frame, writes a, writes b"},                    // ldp w19, w20, [sp, #8]
    {{0x93, 0x46, 0x40, 0xb8}, "writes a loaded, reads and writes b by a constant"},  // ldr w19, [x20], #4
    {{0x93, 0x4e, 0x40, 0xb8}, "writes a loaded, reads and writes b by a constant"},  // ldr w19, [x20, #4]!
    {{0x93, 0x16, 0x40, 0x38}, "writes a loaded, reads and writes b by one"},         // ldrb w19, [x20], #1
};

// What loops do to their numbers: the first lies in a register that outlives calls, the second one's place is in another.
const std::vector<std::uint8_t> clear{0x13, 0x00, 0x80, 0x52}, take{0xf3, 0x03, 0x00, 0x2a};    // w19 = 0, w19 = w0
const std::vector<std::uint8_t> load{0x93, 0x02, 0x40, 0xb9};                                   // w19 = [x20]
const std::vector<std::uint8_t> add{0x80, 0x02, 0x40, 0xb9, 0x73, 0x02, 0x00, 0x0b};            // w19 += [x20]
const std::vector<std::uint8_t> climb{0x94, 0x12, 0x00, 0x91}, at_end{0x9f, 0x02, 0x15, 0xeb};  // x20 += 4, x20 == x21?
const std::vector<std::uint8_t> is_same{0x7f, 0x02, 0x16, 0x6b};                                // w19 == w22?
const std::vector<std::uint8_t> eight{0x17, 0x01, 0x80, 0x52}, down{0xf7, 0x06, 0x00, 0x71};    // w23 = 8, --w23
const std::vector<std::uint8_t> widen{0x60, 0x7e, 0x40, 0x93}, by_eight{0x73, 0x22, 0x00, 0x11};  // x0 = w19, w19 += 8
const std::vector<std::uint8_t> by_one{0x73, 0x06, 0x00, 0x11};                                   // ++w19
const std::vector<std::uint8_t> keep_eight{0x00, 0x01, 0x80, 0x52, 0xe0, 0x0b, 0x00, 0xb9};  // w0 = 8, [sp + 8] = w0
const std::vector<std::uint8_t> keep_down{0xe0, 0x0b, 0x40, 0xb9, 0x00, 0x04, 0x00, 0x71, 0xe0, 0x0b, 0x00, 0xb9};
const std::vector<std::uint8_t> place{0x60, 0x7e, 0x7e, 0x93};                               // x0 = 4 * w19
const std::vector<std::uint8_t> load_on{0x93, 0x46, 0x40, 0xb8};                             // w19 = [x20], x20 += 4
const std::vector<std::uint8_t> is_zero{0x1f, 0x00, 0x00, 0x71}, if_less{0x0b, 0, 0, 0x54};  // w0 == 0?, b.lt
const std::vector<std::uint8_t> is_same_long{0x7f, 0x02, 0x16, 0xeb};                        // x19 == x22?

void set_distance(std::uint8_t* jump, std::int64_t bytes) {
  const auto words = std::uint32_t(bytes / 4);
  std::uint32_t code = 0;
  std::memcpy(&code, jump, sizeof code);
  code |= jump[3] == always[3] ? words & 0x3ffffff : (words & 0x7ffff) << 5;
  std::memcpy(jump, &code, sizeof code);
}
#else
// Instructions of x86-64; a jump's distance counts from the next one.
constexpr std::size_t step = 1;
const std::vector<std::uint8_t> a_nop{0x90}, a_return{0xc3}, always{0xeb, 0}, sometimes{0x74, 0};  // jmp, je
const std::vector<std::uint8_t> a_call{0xe8, 0xfa, 0xff, 0xff, 0xff};  // of what is in front of it

// Instructions, and what they do to numbers (done_by).
const std::vector<std::pair<std::vector<std::uint8_t>, std::string>> done{
    {{0x44, 0x39, 0xe3}, "reads a, reads b"},                  // cmp ebx, r12d
    {{0x83, 0xc3, 1}, "reads and writes a by one copied"},     // add ebx, 1
    {{0x49, 0x63, 0xdc}, "reads b copied widened, writes a"},  // movsxd rbx, r12d
    {{0x48, 0x63, 0xdb}, "reads a copied widened, writes a"},  // movsxd rbx, ebx
    {{0xbb, 5, 0, 0, 0}, "writes a constant"},                 // mov ebx, 5
    {{0x89, 0x5c, 0x24, 8}, "reads a copied, writes frame"},   // mov [rsp + 8], ebx
};

// What loops do to their numbers: the first lies in a register that outlives calls, the second one's place is in another.
const std::vector<std::uint8_t> clear{0xbb, 0, 0, 0, 0}, take{0x89, 0xc3};                  // ebx = 0, ebx = eax
const std::vector<std::uint8_t> load{0x41, 0x8b, 0x1c, 0x24}, add{0x41, 0x03, 0x1c, 0x24};  // ebx = [r12], ebx += [r12]
const std::vector<std::uint8_t> climb{0x49, 0x83, 0xc4, 0x04}, at_end{0x4d, 0x39, 0xec};    // r12 += 4, r12 == r13?
const std::vector<std::uint8_t> is_same{0x44, 0x39, 0xf3};                                  // ebx == r14d?
const std::vector<std::uint8_t> eight{0x41, 0xbf, 8, 0, 0, 0}, down{0x41, 0x83, 0xef, 1};   // r15d = 8, --r15d
const std::vector<std::uint8_t> widen{0x48, 0x63, 0xc3}, by_eight{0x83, 0xc3, 8},
    by_one{0x83, 0xc3, 1};  // rax = ebx, ebx += 8, ++ebx
const std::vector<std::uint8_t> keep_eight{0xc7, 0x44, 0x24, 8, 8, 0, 0, 0},
    keep_down{0x83, 0x6c, 0x24, 8, 1};                                                 // [rsp + 8]
const std::vector<std::uint8_t> place{0x48, 0x63, 0xc3, 0x48, 0xc1, 0xe0, 2};          // rax = 4 * ebx
const std::vector<std::uint8_t> load_on{0x41, 0x8b, 0x1c, 0x24, 0x49, 0x83, 0xc4, 4};  // ebx = [r12], r12 += 4
const std::vector<std::uint8_t> is_zero{0x85, 0xc0}, if_less{0x7c, 0};                 // eax == 0?, jl
const std::vector<std::uint8_t> is_same_long{0x4c, 0x39, 0xf3};                        // rbx == r14?

void set_distance(std::uint8_t* jump, std::int64_t bytes) { jump[1] = std::uint8_t(bytes - 2); }
#endif

// A function written down instruction by instruction; jumps are to names.
class Code {
 public:
  Code& at(const std::string& name) {
    places_[name] = bytes_.size();
    return *this;
  }
  Code& nop() { return put(a_nop); }
  Code& returns() { return put(a_return); }
  Code& call_back() { return put(a_call); }
  Code& jump(const std::string& to) { return jump(always, to); }
  Code& jump_if(const std::string& to) { return jump(sometimes, to); }
  Code& jump_if_less(const std::string& to) { return jump(if_less, to); }

  Flow flow() {
    for (const auto& [at, to] : jumps_) set_distance(&bytes_[at], std::int64_t(places_.at(to)) - std::int64_t(at));
    return simt::read_flow(bytes_.data(), bytes_.size(), begin);
  }
  const FlowBlock& block(const Flow& flow, const std::string& name) const {
    return *flow.block_at(begin + places_.at(name));
  }

  Code& put(const std::vector<std::uint8_t>& bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
    return *this;
  }

 private:
  Code& jump(const std::vector<std::uint8_t>& instruction, const std::string& to) {
    jumps_.emplace_back(bytes_.size(), to);
    return put(instruction);
  }
  std::vector<std::uint8_t> bytes_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::pair<std::size_t, std::string>> jumps_;  // where the jump is, and to where
};

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
  Code constant, kept, given, moved;
  constant.at("front").put(eight).at("loop").nop().put(down).jump_if("loop").at("behind").returns();
  EXPECT_TRUE(constant.flow().loops.at(0).is_constant);
  kept.at("front").put(keep_eight).at("loop").nop().put(keep_down).jump_if("loop").at("behind").returns();
  EXPECT_TRUE(kept.flow().loops.at(0).is_constant);
  given.at("front").nop().at("loop").nop().put(down).jump_if("loop").at("behind").returns();
  EXPECT_FALSE(given.flow().loops.at(0).is_constant);
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
