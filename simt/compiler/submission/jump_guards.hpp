// Guards for calls through pointers, in the text that g++ hands to the assembler.
//
// What a submission names is held to a list (functions.inc). A pointer can come to any address: to a function of the
// simulator's that makes it forget, to one of C's that makes memory executable, into the middle of either.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

// In front of every call and every jump through a pointer, but for a switch's: a call of simt_jump_guard (engine/memory/
// jump_guard.cpp), which takes what the submission may call by name. Behind all: the list of the functions that are its own, for
// simt_own_functions. Of x86-64; other assembly is given back as it is.
std::string guard_jumps(std::string_view assembly);

}  // namespace simt::compiler
