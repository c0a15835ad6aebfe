// Divisions by zero: traps on a processor that has none of its own, and calls where a signal would take too long.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// What the traps are numbered by (brk's operand): in front of a division, and of the multiplication that makes a remainder of
// its result. engine/platform/division.cpp answers them.
constexpr unsigned quotient_trap = 0x51d0, remainder_trap = 0x51d1;

// `assembly` is what g++ -S wrote. Of ARM (AArch64), every division gets a trap in front of it that is jumped over unless the
// divisor is zero; what was written for x86-64 stays as it is.
std::string trap_divisions(std::string_view assembly);

// Of x86-64, every division of 4 and 8 bytes gets a call of simt_divides_by_zero in front of it, that is jumped over likewise.
// In a kernel the function goes on behind the division. What was written for ARM stays as it is.
std::string guard_divisions(std::string_view assembly);

}  // namespace simt::compiler
