// Turns CUDA C++ into C++ that a host compiler takes: the three things of the language that a header
// cannot express.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

namespace simt::compiler {

// What could not be understood, with the place as the preprocessor's line markers give it.
struct RewriteError : std::runtime_error {
  RewriteError(std::string file, int line, const std::string& what)
      : std::runtime_error(what), file(std::move(file)), line(line) {}
  std::string file;
  int line;
};

// `preprocessed` is the output of `g++ -E`. Returns the same text with
//   kernel<<<grid, block, shared, stream>>>(args)  →  (::simt::configure(grid, block, …), kernel(args))
//   __global__ void kernel(params) { body }        →  void kernel(params) { ::simt::enter(…, [=]() mutable { body }); }
//   return;  in kernels and __device__ functions   →  { ::simt::returned(); return; }
//   __shared__ T name                              →  static __thread T name
//   __device__ T name                              →  __attribute__((section("simt_device"))) T name
//   static const T name[n] in such a body          →  __attribute__((used)) static T name[n]
//   extern __shared__ T name[]                     →  extern __thread T name[] asm("simt_dynamic_shared")
// Line numbers stay what they were. Throws RewriteError.
std::string rewrite(std::string_view preprocessed);

}  // namespace simt::compiler
