// What an instruction of this machine says of addresses, and whether it only moves a number: more of instructions.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "simt/engine/platform/instructions.hpp"

namespace simt {

#if defined(__aarch64__)
// Moves a number from one place to another, and does nothing with it.
inline bool only_moves(const cs_insn& at) {
  return at.id == ARM64_INS_MOV || at.id == ARM64_INS_SXTW || std::string_view(at.mnemonic).starts_with("ld");
}
// The registers that make the address of what it reads or writes.
inline std::array<unsigned, 2> address_registers(const cs_insn& at) {
  const cs_arm64& detail = at.detail->arm64;
  for (int i = 0; i < detail.op_count; ++i)
    if (const cs_arm64_op& operand = detail.operands[i]; operand.type == ARM64_OP_MEM)
      return {unsigned(operand.mem.base), unsigned(operand.mem.index)};
  return {};
}
// Where the address lies that a jump to a library takes, if it names that place, a page and how far behind; 0: it does not.
inline std::uint64_t address_in_table(const cs_insn& at, std::uint64_t page) {
  const cs_arm64& detail = at.detail->arm64;
  const bool loads = page && at.id == ARM64_INS_LDR && detail.op_count == 2 && detail.operands[1].type == ARM64_OP_MEM;
  return loads ? page + std::uint64_t(detail.operands[1].mem.disp) : 0;
}
inline std::uint64_t page_named(const cs_insn& at, std::uint64_t page) {
  return at.id == ARM64_INS_ADRP ? std::uint64_t(at.detail->arm64.operands[1].imm) : page;
}
#else
inline bool only_moves(const cs_insn& at) {
  return at.id == X86_INS_MOV || at.id == X86_INS_MOVSXD || at.id == X86_INS_MOVSX || at.id == X86_INS_MOVZX ||
         at.id == X86_INS_CDQE;
}
inline std::array<unsigned, 2> address_registers(const cs_insn& at) {
  const cs_x86& detail = at.detail->x86;
  for (int i = 0; i < detail.op_count; ++i)
    if (const cs_x86_op& operand = detail.operands[i]; operand.type == X86_OP_MEM)
      return {unsigned(operand.mem.base), unsigned(operand.mem.index)};
  return {};
}
inline std::uint64_t address_in_table(const cs_insn& at, std::uint64_t) {
  const cs_x86& detail = at.detail->x86;
  const bool names = (at.id == X86_INS_JMP || at.id == X86_INS_CALL) && detail.op_count == 1 &&
                     detail.operands[0].type == X86_OP_MEM && detail.operands[0].mem.base == X86_REG_RIP;
  return names ? at.address + at.size + std::uint64_t(detail.operands[0].mem.disp) : 0;
}
inline std::uint64_t page_named(const cs_insn&, std::uint64_t page) { return page; }
#endif

}  // namespace simt
