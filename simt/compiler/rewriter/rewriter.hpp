// Turns CUDA C++ into C++ that a host compiler takes: what a header cannot express.
#pragma once

#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace simt::compiler {

// What could not be understood, and where. A column counts bytes from 1; 0: the whole line is meant.
struct RewriteError : std::runtime_error {
  RewriteError(std::string file, int line, const std::string& what, int column = 0)
      : std::runtime_error(what), file(std::move(file)), line(line), column(column) {}
  std::string file;
  int line, column;
};

// The text of a source file by its path; empty if there is none.
using ReadFile = std::function<std::string(const std::string&)>;

// `preprocessed` is the output of `g++ -E`. Returns the same text with
//   kernel<<<grid, block, shared, stream>>>(args)  →  (::simt::configure(grid, block, …), kernel(args))
//   __global__ void kernel(params) { body }        →  void kernel(params) { ::simt::enter(…, [=]() mutable { body }); }
//   return;  in kernels and __device__ functions   →  { ::simt::returned(); return; }
//   __shared__ T name                              →  static __thread T name
//   __device__ T name                              →  __attribute__((section("simt_device"))) T name
//   static const T name[n] in such a body          →  __attribute__((used, aligned(128))) static T name[n]
//   while (!name)  in such a body                  →  while (!::simt::flag(name))
//   extern __shared__ T name[]                     →  extern __thread T name[] asm("simt_dynamic_shared")
//   threadIdx.x                                    →  (::uint3{::simt_thread_x(), …}).x
//   asm("mov.u32 %0, %%laneid;" : "=r"(x))         →  ((x) = ::simt::register_laneid())
// Lines stay what they were, and with `read_file`, by which the program's own files are read, the columns are those of the
// files: what g++ says of a place is true of the text that a person wrote. Throws RewriteError.
std::string rewrite(std::string_view preprocessed, const ReadFile& read_file = {});

}  // namespace simt::compiler
