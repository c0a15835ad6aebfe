// Guards for what functions return by, in the text that g++ hands to the assembler.
//
// Where a function returns to, and the registers that its caller wants back, lie on the stack, next to arrays whose
// neighbours any code can reach. Written over, they are a call of anything, or the address of a store that no hook is told of.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// At the begin of every function a call of simt_enter_guard (engine/memory/return_guard.cpp), which keeps all this elsewhere; in
// front of every return, and of every jump into another function, one of simt_leave_guard, which asks whether it is as it was.
// Comes after guard_jumps. Of x86-64; other assembly is given back as it is.
std::string guard_returns(std::string_view assembly);

}  // namespace simt::compiler
