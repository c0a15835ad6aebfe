// Guards for what the instrumentation does not tell of, in the text that g++ hands to the assembler.
//
// ThreadSanitizer's instrumentation leaves stores out: to local arrays whose address goes nowhere, whatever the index; what
// memset and its kin become in line; what a function gives back through memory; those of intrinsics. A submission could
// use any of them to write anywhere. It leaves loads out, too: from those arrays and from constant ones, of __builtin_memcpy, of
// what goes through an ellipsis. A kernel could use any of them to load what nobody counts.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// In front of every store that no hook has been told of in the same stretch of straight code, and that is not to a fixed
// place in the function's frame or among its own variables: a call of simt_store_guard (engine/memory/store_guard.cpp) with
// the address. With `loads`, in front of every such load a call of simt_load_guard. Of x86-64; other assembly is given back as it is.
std::string guard_accesses(std::string_view assembly, bool loads);

}  // namespace simt::compiler
