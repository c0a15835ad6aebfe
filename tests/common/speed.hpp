// Speed on a GPU, against what a copy of the same bytes takes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/judge/player.hpp"

namespace grading {

// A copy's time over that of `work`, of `bytes` from `in` to `out` on the device: the best of three turns, a copy and the
// work each, for both depend on how warm the GPU is.
inline double share_of_a_copys_speed(void* out, const void* in, std::size_t bytes, const harness::Bound& work) {
  return harness::ask<double>("speed", std::uint64_t(out), std::uint64_t(in), std::uint64_t(bytes), work);
}

}  // namespace grading
