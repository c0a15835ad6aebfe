// Whether kernels did it, of a call whose result is right.
#pragma once

#include <string>

#include "tests/common/budget.hpp"
#include "tests/common/call.hpp"

namespace grading {

// Who copied the data to the host and back, or had CUDA copy it to where it belongs, in a sentence; or empty. A function may well
// copy a few bytes: of little data nothing is said.
inline std::string done_by_copies(const Call& call, std::uint64_t bytes) {
  constexpr std::uint64_t little = 4096;
  if (bytes < little) return "";
  if (call.no_kernel()) return "no kernel was launched. The work is to be done by kernels.";
  return not_by_kernels(call.activity, bytes);
}

}  // namespace grading
