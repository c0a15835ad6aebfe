// What Capstone says of an instruction of this machine: whether it jumps, where to, and whether it is a call.
#pragma once

#include <capstone/capstone.h>

#include <cstdint>
#include <cstring>

namespace simt {

#if defined(__aarch64__)
constexpr cs_arch architecture = CS_ARCH_ARM64;
constexpr cs_mode mode = CS_MODE_ARM;

// Goes elsewhere whatever comes.
inline bool is_plain_jump(const cs_insn& at) {
  return (at.id == ARM64_INS_B && at.detail->arm64.cc == ARM64_CC_INVALID) || at.id == ARM64_INS_BR;
}
// Capstone has bl in no group of calls but in that of jumps.
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
  return (at.id == ARM64_INS_CMP || at.id == ARM64_INS_SUBS) && detail.op_count >= 2 &&
         detail.operands[detail.op_count - 1].type == ARM64_OP_IMM && detail.operands[detail.op_count - 1].imm == 0;
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
// The register that it moves by a constant; 0: none.
inline unsigned stepped_by_constant(const cs_insn& at) {
  const cs_arm64& detail = at.detail->arm64;
  const bool adds =
      at.id == ARM64_INS_ADD || at.id == ARM64_INS_SUB || at.id == ARM64_INS_ADDS || at.id == ARM64_INS_SUBS;
  const bool is_step = adds && detail.op_count == 3 && detail.operands[2].type == ARM64_OP_IMM &&
                       detail.operands[1].reg != ARM64_REG_SP && detail.operands[1].reg != ARM64_REG_X29;
  return is_step ? unsigned(detail.operands[0].reg) : 0;
}
inline bool is_comparison(const cs_insn& at) { return at.id == ARM64_INS_CMP; }
inline bool compares_register(const cs_insn& at, unsigned number) {
  const cs_arm64& detail = at.detail->arm64;
  for (int i = 0; i < detail.op_count; ++i)
    if (detail.operands[i].type == ARM64_OP_REG && unsigned(detail.operands[i].reg) == number) return true;
  return false;
}
#else
constexpr cs_arch architecture = CS_ARCH_X86;
constexpr cs_mode mode = CS_MODE_64;

inline bool is_plain_jump(const cs_insn& at) { return at.id == X86_INS_JMP; }
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
inline bool is_comparison(const cs_insn& at) { return at.id == X86_INS_CMP; }
inline bool compares_register(const cs_insn& at, unsigned number) {
  const cs_x86& detail = at.detail->x86;
  for (int i = 0; i < detail.op_count; ++i)
    if (detail.operands[i].type == X86_OP_REG && unsigned(detail.operands[i].reg) == number) return true;
  return false;
}
#endif

inline bool is_jump(csh reader, const cs_insn& at) {
  return cs_insn_group(reader, &at, CS_GRP_JUMP) && !is_call(reader, at);
}

}  // namespace simt
