// Under which name a program calls memset; this stands before <string.h>.
//
// What g++ fills by itself, a variable without a value, is nobody's write. For x86 it does that in line (fills_in_line in
// compiler/setup.hpp). For ARM it calls memset where there are more than 256 bytes, and what the program itself calls must be
// told from that: g++'s becomes simt_fill (compiler/host_threads.cpp).
#pragma once

#if defined(__aarch64__)
#pragma redefine_extname memset __wrap_memset
#endif
