// Guards for calls of what is compiled elsewhere, in the text that g++ hands to the assembler.
//
// What C's and C++'s libraries load and store is not instrumented, so a kernel that has them work on the device's memory would have
// nothing of it counted. nvcc takes no call of a host's function from a kernel; g++ does not know kernels.
#pragma once

#include <string>
#include <string_view>

namespace simt::compiler {

enum class Calls { all, of_streams };

// In front of every call of a library's function that is the host's alone: a call of simt_call_guard (engine/memory/
// call_guard.cpp), which lets no kernel pass; of modf and its kin, which kernels have, too, of simt_pointer_guard, which takes
// only what lies on a kernel's stack; of printf and its kin of simt_format_guard, since %n in a format stores; of what is given a
// FILE of simt_file_guard, since it stores where that says; of what calls a function that it is given, qsort or cudaLaunchHostFunc,
// of simt_function_guard (jump_guard.cpp). Of x86-64; other assembly is given back as it is. `of_streams`: formats and FILEs only.
std::string guard_calls(std::string_view assembly, Calls which = Calls::all);

}  // namespace simt::compiler
