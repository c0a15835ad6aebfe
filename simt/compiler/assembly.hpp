// Inline assembly of kernels: PTX that reads a register or orders memory becomes a call; other PTX is refused.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

//   asm("mov.u32 %0, %%laneid;" : "=r"(x))  →  ((x) = ::simt::register_laneid())
//   asm volatile("membar.gl;" ::: "memory") →  ::__threadfence()
// What is no PTX (the host's assembly, a symbol's name) stays. Throws RewriteError about PTX that the simulator does not
// have.
std::string replace_assembly(std::string_view preprocessed);

}  // namespace simt::compiler
