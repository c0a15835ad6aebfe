// What Capstone says of an instruction of x86-64: the half of instructions.hpp that is this processor's.
#pragma once

#include "simt/engine/platform/numbers_of_instructions.hpp"

namespace simt {

constexpr cs_arch architecture = CS_ARCH_X86;
constexpr cs_mode mode = CS_MODE_64;

inline bool is_plain_jump(const cs_insn& at) { return at.id == X86_INS_JMP; }
// A call of the guards where a submission's functions begin and return (engine/memory/return_guard.cpp): it leaves all registers
// as they are, and is no call of the program's. Of code where it runs.
inline bool guards_return(const cs_insn& at) {
  if (at.id != X86_INS_CALL) return false;
  const cs_x86& detail = at.detail->x86;
  if (detail.op_count != 1 || detail.operands[0].type != X86_OP_MEM || detail.operands[0].mem.base != X86_REG_RIP)
    return false;
  const std::uint64_t kept_at = at.address + at.size + std::uint64_t(detail.operands[0].mem.disp);
  const std::uint64_t called = *reinterpret_cast<const std::uint64_t*>(kept_at);
  return called == reinterpret_cast<std::uint64_t>(&simt_enter_guard) ||
         called == reinterpret_cast<std::uint64_t>(&simt_leave_guard);
}
inline bool is_call(csh reader, const cs_insn& at) { return cs_insn_group(reader, &at, CS_GRP_CALL); }
// Likewise one over the guard of a division, which begins with leaq -144(%rsp), %rsp.
inline bool is_over_trap(const cs_insn& at, const std::uint8_t* next, std::size_t left) {
  constexpr std::uint8_t guard[] = {0x48, 0x8d, 0xa4, 0x24, 0x70, 0xff, 0xff, 0xff};
  return at.id == X86_INS_JNE && left >= sizeof guard && std::memcmp(next, guard, sizeof guard) == 0;
}
inline std::uint64_t target(const cs_insn& at) {
  const cs_x86& detail = at.detail->x86;
  return detail.op_count == 1 && detail.operands[0].type == X86_OP_IMM ? std::uint64_t(detail.operands[0].imm) : 0;
}
// Compares a number with 0; it may lie in memory, for want of a register.
inline bool compares_with_zero(const cs_insn& at) {
  const cs_x86& detail = at.detail->x86;
  if (detail.op_count != 2) return false;
  const cs_x86_op &left = detail.operands[0], &right = detail.operands[1];
  if (at.id == X86_INS_CMP) return right.type == X86_OP_IMM && right.imm == 0;
  return at.id == X86_INS_TEST && left.type == X86_OP_REG && right.type == X86_OP_REG && left.reg == right.reg;
}
// g++ leaves a comparison next to its jump: these processors do the two as one.
inline bool keeps_flags(csh, const cs_insn&) { return false; }
inline bool jumps_by_sign(const cs_insn&) { return false; }
inline unsigned stepped_by_constant(const cs_insn& at) {
  const cs_x86& detail = at.detail->x86;
  if (detail.op_count == 0 || detail.operands[0].type != X86_OP_REG) return 0;
  const unsigned number = detail.operands[0].reg;
  if (at.id == X86_INS_INC || at.id == X86_INS_DEC) return number;
  if (detail.op_count != 2) return 0;
  const cs_x86_op& by = detail.operands[1];
  if (at.id == X86_INS_ADD || at.id == X86_INS_SUB) return by.type == X86_OP_IMM ? number : 0;
  const bool is_step = at.id == X86_INS_LEA && by.mem.index == X86_REG_INVALID && by.mem.base != X86_REG_RBP &&
                       by.mem.base != X86_REG_RSP && by.mem.base != X86_REG_RIP;
  return is_step ? number : 0;
}
constexpr bool changes_frame_by_registers = false;
constexpr std::uint64_t first_that_outlives_calls = 10;  // of the numbers' places: rbx
// The register that a part of it belongs to: 1 to 16, 0 if it is none that holds whole numbers.
inline unsigned whole_register(unsigned part) {
  static constexpr unsigned parts[][16] = {
      {X86_REG_RAX, X86_REG_RCX, X86_REG_RDX, X86_REG_RSI, X86_REG_RDI, X86_REG_R8, X86_REG_R9, X86_REG_R10,
          X86_REG_R11, X86_REG_RBX, X86_REG_R12, X86_REG_R13, X86_REG_R14, X86_REG_R15},
      {X86_REG_EAX, X86_REG_ECX, X86_REG_EDX, X86_REG_ESI, X86_REG_EDI, X86_REG_R8D, X86_REG_R9D, X86_REG_R10D,
          X86_REG_R11D, X86_REG_EBX, X86_REG_R12D, X86_REG_R13D, X86_REG_R14D, X86_REG_R15D},
      {X86_REG_AX, X86_REG_CX, X86_REG_DX, X86_REG_SI, X86_REG_DI, X86_REG_R8W, X86_REG_R9W, X86_REG_R10W, X86_REG_R11W,
          X86_REG_BX, X86_REG_R12W, X86_REG_R13W, X86_REG_R14W, X86_REG_R15W},
      {X86_REG_AL, X86_REG_CL, X86_REG_DL, X86_REG_SIL, X86_REG_DIL, X86_REG_R8B, X86_REG_R9B, X86_REG_R10B,
          X86_REG_R11B, X86_REG_BL, X86_REG_R12B, X86_REG_R13B, X86_REG_R14B, X86_REG_R15B}};
  for (const auto& width : parts)
    for (unsigned i = 0; i < 16; ++i)
      if (width[i] == part && part != X86_REG_INVALID) return i + 1;
  return 0;
}
// The number that its operand stands for.
inline Number number_at(const cs_insn& at, int index) {
  if (at.id == X86_INS_CDQE)  // names no operand
    return {.where = 1, .is_read = true, .is_written = true, .is_widened = true, .is_copied = true};
  const cs_x86& detail = at.detail->x86;
  const cs_x86_op &operand = detail.operands[index], &last = detail.operands[detail.op_count - 1];
  const auto in_frame = [](const cs_x86_op& operand) {
    return operand.mem.index == X86_REG_INVALID && (operand.mem.base == X86_REG_RBP || operand.mem.base == X86_REG_RSP);
  };
  Number number;
  if (operand.type == X86_OP_REG) {
    number.where = whole_register(operand.reg);
  } else if (operand.type == X86_OP_MEM && in_frame(operand)) {
    number.where = std::uint64_t(operand.mem.base) << 32 | std::uint32_t(operand.mem.disp);
  }
  number.is_read = operand.access & CS_AC_READ, number.is_written = operand.access & CS_AC_WRITE;
  for (int i = 0; i < detail.op_count; ++i) {
    const cs_x86_op& other = detail.operands[i];
    number.may_be_float |= other.type == X86_OP_REG && other.reg >= X86_REG_XMM0 && other.reg <= X86_REG_XMM31;
    number.is_loaded |=
        other.type == X86_OP_MEM && at.id != X86_INS_LEA && !in_frame(other) && (i > 0 || number.is_read);
  }
  const bool clears = at.id == X86_INS_XOR && operand.type == X86_OP_REG && last.type == X86_OP_REG &&
                      last.reg == detail.operands[0].reg;
  if (clears) number.is_read = false, number.is_written = true;
  number.becomes_constant = clears || (at.id == X86_INS_MOV && number.is_written && last.type == X86_OP_IMM);
  const bool adds = at.id == X86_INS_ADD || at.id == X86_INS_SUB;
  number.moves_by_constant = number.is_written && (stepped_by_constant(at) || at.id == X86_INS_INC ||
                                                      at.id == X86_INS_DEC || (adds && last.type == X86_OP_IMM));
  number.is_one =
      number.moves_by_constant &&
      (at.id == X86_INS_INC || at.id == X86_INS_DEC || (last.type == X86_OP_IMM && (last.imm == 1 || last.imm == -1)) ||
          (last.type == X86_OP_MEM && (last.mem.disp == 1 || last.mem.disp == -1)));
  number.is_copied = number.is_read &&
                     (at.id == X86_INS_MOV || at.id == X86_INS_MOVSXD || at.id == X86_INS_SHL || at.id == X86_INS_ADD);
  number.is_widened = number.is_read && at.id == X86_INS_MOVSXD;
  return number;
}
constexpr std::uint64_t first_argument = 5;  // of the numbers' places: rdi
constexpr unsigned all_registers = X86_REG_ENDING, flags_register = X86_REG_EFLAGS;
constexpr std::size_t stored_to = 0;
inline bool stores(const cs_insn& at) {
  const cs_x86& detail = at.detail->x86;
  return detail.op_count > 0 && detail.operands[0].type == X86_OP_MEM && detail.operands[0].access & CS_AC_WRITE;
}
inline bool only_copies(const cs_insn& at) { return at.id == X86_INS_MOV || at.id == X86_INS_MOVAPS; }
// rbx and r8, not ebx or r8d
inline bool is_whole(std::string_view name) { return name[0] == 'r' && !std::strchr("dwb", name.back()); }
// Of an operand whose place is given by the instruction's own: where that is. 0: there is none.
inline std::uint64_t address_by_place(const cs_insn& at) {
  const cs_x86& detail = at.detail->x86;
  for (int i = 0; i < detail.op_count; ++i)
    if (detail.operands[i].type == X86_OP_MEM && detail.operands[i].mem.base == X86_REG_RIP)
      return at.address + at.size + std::uint64_t(detail.operands[i].mem.disp);
  return 0;
}
inline std::optional<std::int64_t> number_put(const cs_insn&, std::optional<std::int64_t>) { return {}; }
inline std::int64_t bytes_of_each_of_two(const cs_insn&) { return 0; }
struct Near {
  unsigned base = 0;
  std::int64_t distance = 0;
};
inline std::optional<Near> near_register(const cs_insn&) { return {}; }  // its text says so
inline Number moved_number(const cs_insn&) { return {}; }
inline std::optional<Sum> sum_at(const cs_insn& at) {
  const cs_x86& detail = at.detail->x86;
  const auto number = [&](int i) { return whole_register(detail.operands[i].reg); };
  if (at.id == X86_INS_CDQE) return Sum{.of = whole_register(X86_REG_RAX)};
  if (at.id == X86_INS_NEG && detail.operands[0].type == X86_OP_REG) return Sum{.and_of = number(0), .times = -1};
  if (detail.op_count < 2 || detail.operands[0].type != X86_OP_REG) return {};
  const cs_x86_op& by = detail.operands[1];
  if (at.id == X86_INS_MOVSXD && by.type == X86_OP_REG) return Sum{.of = number(1)};  // widened where it lies, too
  if (at.id == X86_INS_MOV && by.type == X86_OP_MEM && by.mem.segment == X86_REG_FS)
    return Sum{};  // where a thread's own memory begins
  if (at.id == X86_INS_LEA && by.mem.base == X86_REG_RIP) return Sum{};
  if (at.id == X86_INS_LEA)
    return Sum{.of = whole_register(by.mem.base), .and_of = whole_register(by.mem.index), .times = by.mem.scale};
  if (at.id == X86_INS_SHL && by.type == X86_OP_IMM)
    return Sum{.and_of = number(0), .times = std::int64_t(1) << by.imm};
  if ((at.id == X86_INS_ADD || at.id == X86_INS_SUB) && by.type == X86_OP_REG)
    return Sum{.of = number(0), .and_of = number(1), .times = at.id == X86_INS_SUB ? -1 : 1};
  if ((at.id == X86_INS_ADD || at.id == X86_INS_SUB) && by.type == X86_OP_IMM) return Sum{.of = number(0)};
  return {};
}
// Asks which of two numbers with a sign is less.
inline bool asks_for_less_signed(const cs_insn& jump) {
  return jump.id == X86_INS_JL || jump.id == X86_INS_JGE || jump.id == X86_INS_JG || jump.id == X86_INS_JLE;
}
// Asks which of two numbers without a sign is less.
inline bool asks_for_less_unsigned(const cs_insn& jump) {
  return jump.id == X86_INS_JA || jump.id == X86_INS_JAE || jump.id == X86_INS_JB || jump.id == X86_INS_JBE;
}
// Compares numbers of 32 bits.
inline bool is_narrow(const cs_insn& comparison) {
  return comparison.detail->x86.op_count > 0 && comparison.detail->x86.operands[0].size == 4;
}
// Compares what it does not change.
inline bool only_asks(const cs_insn& at) {
  return at.id == X86_INS_CMP || at.id == X86_INS_TEST || at.id == X86_INS_COMISS || at.id == X86_INS_COMISD ||
         at.id == X86_INS_UCOMISS || at.id == X86_INS_UCOMISD;
}
inline int operands(const cs_insn& at) { return at.id == X86_INS_CDQE ? 1 : at.detail->x86.op_count; }
inline bool is_comparison(const cs_insn& at) { return at.id == X86_INS_CMP; }
inline bool compares_register(const cs_insn& at, unsigned number) {
  const cs_x86& detail = at.detail->x86;
  for (int i = 0; i < detail.op_count; ++i)
    if (detail.operands[i].type == X86_OP_REG && unsigned(detail.operands[i].reg) == number) return true;
  return false;
}

}  // namespace simt
