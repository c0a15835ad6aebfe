// What Capstone says of an instruction of ARM: the half of instructions.hpp that is this processor's.
#pragma once

#include "simt/engine/platform/numbers_of_instructions.hpp"

namespace simt {

constexpr cs_arch architecture = CS_ARCH_ARM64;
constexpr cs_mode mode = CS_MODE_ARM;

// Goes elsewhere whatever comes.
inline bool is_plain_jump(const cs_insn& at) {
  return (at.id == ARM64_INS_B && at.detail->arm64.cc == ARM64_CC_INVALID) || at.id == ARM64_INS_BR;
}
// Capstone has bl in no group of calls but in that of jumps.
inline bool guards_return(const cs_insn&) { return false; }  // there are none
inline bool is_call(csh, const cs_insn& at) { return at.id == ARM64_INS_BL || at.id == ARM64_INS_BLR; }
// A jump over a trap in front of a division (compiler/divisions.hpp) is none of the program's. `next`: what is behind `at`.
inline bool is_over_trap(const cs_insn& at, const std::uint8_t* next, std::size_t left) {
  std::uint32_t behind = 0;
  if (at.id != ARM64_INS_CBNZ || left < sizeof behind) return false;
  std::memcpy(&behind, next, sizeof behind);
  return (behind & 0xffe0001f) == 0xd4200000;  // brk
}
// Where the jump goes, 0 if the instruction does not say.
inline std::uint64_t target(const cs_insn& at) {
  const cs_arm64& detail = at.detail->arm64;
  const int last = detail.op_count - 1;
  return last >= 0 && detail.operands[last].type == ARM64_OP_IMM ? std::uint64_t(detail.operands[last].imm) : 0;
}
// Compares a number with 0.
inline bool compares_with_zero(const cs_insn& at) {
  const cs_arm64& detail = at.detail->arm64;
  return at.id == ARM64_INS_CMP && detail.op_count >= 2 && detail.operands[detail.op_count - 1].type == ARM64_OP_IMM &&
         detail.operands[detail.op_count - 1].imm == 0;
}
// What was compared before is what a jump behind this asks for, too: compilers for ARM put what has no flags in between.
inline bool keeps_flags(csh reader, const cs_insn& at) {
  return !at.detail->arm64.update_flags && !cs_insn_group(reader, &at, CS_GRP_JUMP);
}
// A jump that does so itself: is it 0, is it negative?
inline bool jumps_by_sign(const cs_insn& at) {
  if (at.id == ARM64_INS_CBZ || at.id == ARM64_INS_CBNZ) return true;
  if (at.id != ARM64_INS_TBZ && at.id != ARM64_INS_TBNZ) return false;
  const cs_arm64_op &number = at.detail->arm64.operands[0], &bit = at.detail->arm64.operands[1];
  return bit.imm == (number.reg >= ARM64_REG_W0 && number.reg <= ARM64_REG_W30 ? 31 : 63);
}
// The register that holds an address and is moved when the instruction has used it, or before (ldr w0, [x1], #4); 0: none.
inline unsigned moved_address(const cs_insn& at) {
  const cs_arm64& detail = at.detail->arm64;
  for (int i = 0; detail.writeback && i < detail.op_count; ++i)
    if (detail.operands[i].type == ARM64_OP_MEM) return unsigned(detail.operands[i].mem.base);
  return 0;
}
// By its name: what sets flags has a number of its own from Capstone 5 on only.
inline bool adds(const cs_insn& at) {
  const std::string_view name = at.mnemonic;
  return name == "add" || name == "adds" || name == "sub" || name == "subs";
}
// The register that it moves by a constant; 0: none.
inline unsigned stepped_by_constant(const cs_insn& at) {
  if (const unsigned address = moved_address(at)) return address;
  const cs_arm64& detail = at.detail->arm64;
  const bool is_step = adds(at) && detail.op_count == 3 && detail.operands[2].type == ARM64_OP_IMM &&
                       detail.operands[1].reg != ARM64_REG_SP && detail.operands[1].reg != ARM64_REG_X29;
  return is_step ? unsigned(detail.operands[0].reg) : 0;
}
// Compares what it does not change.
inline bool only_asks(const cs_insn& at) {
  return at.id == ARM64_INS_CMP || at.id == ARM64_INS_CMN || at.id == ARM64_INS_TST || at.id == ARM64_INS_FCMP ||
         at.id == ARM64_INS_FCMPE;
}
// What it does to a register among its operands: Capstone 4 and 5 have compared numbers written, those that adds makes read,
// and what is shifted or made longer anew both.
inline std::pair<bool, bool> reads_and_writes(const cs_insn& at, int index) {
  const cs_arm64& detail = at.detail->arm64;
  const auto access = detail.operands[index].access;
  if (index > 0) return {access & CS_AC_READ, access & CS_AC_WRITE};  // of ldp, which has two to write
  const bool asks_if = at.id == ARM64_INS_CCMP || at.id == ARM64_INS_CCMN || at.id == ARM64_INS_FCCMP;
  const bool writes = (access & CS_AC_WRITE || detail.update_flags) && !only_asks(at) && !asks_if;
  const bool keeps_a_part = at.id == ARM64_INS_BFI || at.id == ARM64_INS_BFXIL;
  return {!writes || keeps_a_part, writes};
}
constexpr bool changes_frame_by_registers = true;        // what lies there is loaded, changed and stored
constexpr std::uint64_t first_that_outlives_calls = 20;  // of the numbers' places: x19
// The register that a part of it belongs to: 1 to 29, 0 if it is none that holds whole numbers.
inline unsigned whole_register(unsigned part) {
  if (part >= ARM64_REG_X0 && part <= ARM64_REG_X28) return 1 + part - ARM64_REG_X0;
  return part >= ARM64_REG_W0 && part <= ARM64_REG_W28 ? 1 + part - ARM64_REG_W0 : 0;
}
// g++ keeps a number there, too, for want of a register that outlives calls: the lower halves of v8 to v15. 0: none of those.
inline unsigned register_of_floats(unsigned part) {
  const unsigned first = part >= ARM64_REG_S8 && part <= ARM64_REG_S15   ? ARM64_REG_S8
                         : part >= ARM64_REG_D8 && part <= ARM64_REG_D15 ? ARM64_REG_D8
                         : part >= ARM64_REG_Q8 && part <= ARM64_REG_Q15 ? ARM64_REG_Q8
                         : part >= ARM64_REG_V8 && part <= ARM64_REG_V15 ? ARM64_REG_V8
                                                                         : 0;
  return first ? 40 + part - first : 0;
}
// The number that its operand stands for.
inline Number number_at(const cs_insn& at, int index) {
  const cs_arm64& detail = at.detail->arm64;
  const auto is_zero = [](const cs_arm64_op& operand) {
    return operand.type == ARM64_OP_IMM ||
           (operand.type == ARM64_OP_REG && (operand.reg == ARM64_REG_WZR || operand.reg == ARM64_REG_XZR));
  };
  const auto is_float = [](unsigned number) {
    return (number >= ARM64_REG_S0 && number <= ARM64_REG_S31) || (number >= ARM64_REG_D0 && number <= ARM64_REG_D31) ||
           (number >= ARM64_REG_Q0 && number <= ARM64_REG_Q31);
  };
  const auto in_frame = [](const cs_arm64_op& operand) {
    return operand.mem.index == ARM64_REG_INVALID &&
           (operand.mem.base == ARM64_REG_SP || operand.mem.base == ARM64_REG_X29);
  };
  const bool stores = std::string_view(at.mnemonic).starts_with("st");
  const cs_arm64_op& operand = detail.operands[index];
  Number number;
  if (operand.type == ARM64_OP_REG) {
    number.where = whole_register(operand.reg);
    std::tie(number.is_read, number.is_written) = reads_and_writes(at, index);
    if (!number.where && (number.is_written || at.id == ARM64_INS_FMOV)) number.where = register_of_floats(operand.reg);
  } else if (operand.type == ARM64_OP_MEM && in_frame(operand)) {
    number.where = std::uint64_t(operand.mem.base) << 32 | std::uint32_t(operand.mem.disp);
    number.is_written = stores, number.is_read = !stores;
  }
  for (int i = 0; i < detail.op_count; ++i) {
    const cs_arm64_op& other = detail.operands[i];
    number.may_be_float |= other.type == ARM64_OP_REG && is_float(other.reg);
    number.is_loaded |= other.type == ARM64_OP_MEM && !stores && !in_frame(other);
  }
  // movk puts the upper half to a constant's lower one.
  const bool moves =
      at.id == ARM64_INS_MOV || at.id == ARM64_INS_MOVZ || at.id == ARM64_INS_MOVN || at.id == ARM64_INS_MOVK;
  number.becomes_constant = number.is_written && ((moves && is_zero(detail.operands[detail.op_count - 1])) ||
                                                     (stores && is_zero(detail.operands[0])));
  number.moves_by_constant =
      number.is_written && operand.type == ARM64_OP_REG && stepped_by_constant(at) == operand.reg;
  number.is_one = number.moves_by_constant && detail.operands[2].imm == 1;
  const bool widens = at.id == ARM64_INS_SXTW || at.id == ARM64_INS_SBFIZ;  // the second one multiplies, too
  number.is_copied = number.is_read && (widens || at.id == ARM64_INS_FMOV || stores || adds(at) ||
                                           at.id == ARM64_INS_MOV || at.id == ARM64_INS_LSL);
  number.is_widened = number.is_read && (widens || operand.ext == ARM64_EXT_SXTW);
  return number;
}
// The number that is an address and is moved besides, as an instruction of its own would do it.
inline Number moved_number(const cs_insn& at) {
  const cs_arm64& detail = at.detail->arm64;
  if (!moved_address(at)) return {};
  const cs_arm64_op& last = detail.operands[detail.op_count - 1];
  const std::int64_t by = last.type == ARM64_OP_MEM ? last.mem.disp : last.imm;
  return {.where = whole_register(moved_address(at)),
      .is_read = true,
      .is_written = true,
      .moves_by_constant = true,
      .is_one = by == 1 || by == -1};
}
inline std::optional<Sum> sum_at(const cs_insn& at) {
  const cs_arm64& detail = at.detail->arm64;
  const std::string_view name = at.mnemonic;
  const auto number = [&](int i) { return whole_register(detail.operands[i].reg); };
  const auto shifted = [&](int i) { return std::int64_t(1) << detail.operands[i].shift.value; };
  if (name == "mrs") return Sum{};  // where a thread's own memory begins
  if (name == "fmov" && detail.op_count == 2 && detail.operands[1].type == ARM64_OP_REG) {
    const unsigned from = detail.operands[1].reg, whole = whole_register(from);
    return Sum{.of = whole ? whole : register_of_floats(from)};
  }
  if (name == "neg" && detail.op_count == 2) return Sum{.and_of = number(1), .times = -shifted(1)};
  if (name == "lsl" && detail.op_count == 3 && detail.operands[2].type == ARM64_OP_IMM)
    return Sum{.and_of = number(1), .times = std::int64_t(1) << detail.operands[2].imm};
  if (name == "sxtw" && detail.op_count == 2) return Sum{.of = number(1)};  // widened where it lies, too
  if (name == "ubfiz" && detail.operands[3].imm < 32)
    return Sum{.and_of = number(1),
        .times = std::int64_t(1) << detail.operands[2].imm,
        .mask = (std::uint64_t(1) << detail.operands[3].imm) - 1};
  if (name == "and" && detail.op_count == 3 && detail.operands[2].type == ARM64_OP_IMM)
    return Sum{.and_of = number(1), .mask = std::uint64_t(detail.operands[2].imm)};
  if (name == "sbfiz" || name == "ubfiz")
    return Sum{.and_of = number(1), .times = std::int64_t(1) << detail.operands[2].imm};
  if (!adds(at) || detail.op_count != 3) return {};
  if (detail.operands[2].type == ARM64_OP_IMM) return Sum{.of = number(1)};
  return Sum{.of = number(1), .and_of = number(2), .times = name.starts_with("sub") ? -shifted(2) : shifted(2)};
}
// Asks which of two numbers with a sign is less.
inline bool asks_for_less_signed(const cs_insn& jump) {
  const arm64_cc asked = jump.detail->arm64.cc;
  return asked == ARM64_CC_LT || asked == ARM64_CC_GE || asked == ARM64_CC_GT || asked == ARM64_CC_LE;
}
// Asks which of two numbers without a sign is less.
inline bool asks_for_less_unsigned(const cs_insn& jump) {
  const arm64_cc asked = jump.detail->arm64.cc;
  return asked == ARM64_CC_HS || asked == ARM64_CC_LO || asked == ARM64_CC_HI || asked == ARM64_CC_LS;
}
// Compares numbers of 32 bits.
inline bool is_narrow(const cs_insn& comparison) {
  const unsigned number = comparison.detail->arm64.operands[0].reg;
  return number >= ARM64_REG_W0 && number <= ARM64_REG_W30;
}
constexpr std::uint64_t first_argument = 1;  // of the numbers' places: x0
constexpr unsigned all_registers = ARM64_REG_ENDING, flags_register = ARM64_REG_NZCV;
constexpr std::size_t stored_to = 1;  // which operand of a store is the place
inline bool stores(const cs_insn& at) { return std::string_view(at.mnemonic).starts_with("st"); }
inline bool only_copies(const cs_insn& at) {
  const std::string_view name = at.mnemonic;
  return name == "mov" || name == "ldr" || name == "str";
}
inline bool is_whole(std::string_view number) { return number.starts_with('x'); }  // x0, not w0
inline std::uint64_t address_by_place(const cs_insn&) { return 0; }                // adrp names the page itself
// The number that it puts into a register, of which movk keeps three quarters; none: it puts none there, or keeps what is not known.
inline std::optional<std::int64_t> number_put(const cs_insn& at, std::optional<std::int64_t> before) {
  const std::string_view name = at.mnemonic;
  const cs_arm64& detail = at.detail->arm64;
  if ((name != "movz" && name != "movn" && name != "movk") || detail.operands[1].type != ARM64_OP_IMM) return {};
  const unsigned shift = detail.operands[1].shift.type == ARM64_SFT_LSL ? detail.operands[1].shift.value : 0;
  const std::uint64_t put = std::uint64_t(detail.operands[1].imm) << shift;
  if (name == "movz") return std::int64_t(put);
  if (name == "movn") return std::int64_t(~put);
  if (!before) return {};
  return std::int64_t((std::uint64_t(*before) & ~(std::uint64_t(0xffff) << shift)) | put);
}
// Loads or stores two registers at once (ldp, stp): how many bytes each has. 0: does not, or moves the address besides.
inline std::int64_t bytes_of_each_of_two(const cs_insn& at) {
  const cs_arm64& detail = at.detail->arm64;
  if ((at.id != ARM64_INS_LDP && at.id != ARM64_INS_STP) || detail.writeback) return 0;
  const unsigned first = detail.operands[0].reg;
  if (first >= ARM64_REG_Q0 && first <= ARM64_REG_Q31) return 16;
  const bool is_half = (first >= ARM64_REG_W0 && first <= ARM64_REG_W30) || first == ARM64_REG_WZR ||
                       (first >= ARM64_REG_S0 && first <= ARM64_REG_S31);
  return is_half ? 4 : 8;
}
// Of a place in memory that is so far from what one register holds: [x0, #8]. What one pair's second half is, lies behind it.
struct Near {
  unsigned base = 0;
  std::int64_t distance = 0;
};
inline std::optional<Near> near_register(const cs_insn& at) {
  const cs_arm64& detail = at.detail->arm64;
  for (int i = 0; i < detail.op_count; ++i)
    if (const cs_arm64_op& operand = detail.operands[i]; operand.type == ARM64_OP_MEM)
      return operand.mem.index == ARM64_REG_INVALID
                 ? std::optional<Near>({unsigned(operand.mem.base), operand.mem.disp})
                 : std::nullopt;
  return {};
}
inline int operands(const cs_insn& at) { return at.detail->arm64.op_count; }
inline bool is_comparison(const cs_insn& at) { return at.id == ARM64_INS_CMP; }
inline bool compares_register(const cs_insn& at, unsigned number) {
  const cs_arm64& detail = at.detail->arm64;
  for (int i = 0; i < detail.op_count; ++i)
    if (detail.operands[i].type == ARM64_OP_REG && unsigned(detail.operands[i].reg) == number) return true;
  return false;
}

}  // namespace simt
