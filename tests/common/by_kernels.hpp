// Whether kernels did it, of a call whose result is right.
#pragma once

#include <string>

#include "tests/common/budget.hpp"
#include "tests/common/call.hpp"

namespace grading {

constexpr std::uint64_t little = 4096;   // bytes
constexpr std::uint64_t much = 1 << 18;  // of which a function's tables and sums of blocks are no quarter

// Who copied the data to the host and back, or had CUDA copy it to where it belongs, in a sentence; or empty. A function may well
// copy a few bytes: of little data nothing is said.
inline std::string done_by_copies(const harness::Activity& activity, std::uint64_t bytes) {
  return bytes < little ? "" : not_by_kernels(activity, bytes);
}
inline std::string done_by_copies(const Call& call, std::uint64_t bytes) {
  if (bytes >= little && call.no_kernel()) return "no kernel was launched. The work is to be done by kernels.";
  return done_by_copies(call.activity, bytes);
}

// The same, to be asked of every right call: only of those with much data is anything said. A lab's own test of who did the work has
// one size, and a function that leaves others to the host must not pass.
inline std::string much_done_by_copies(const Call& call, std::uint64_t bytes) {
  return bytes < much ? "" : done_by_copies(call, bytes);
}

}  // namespace grading
