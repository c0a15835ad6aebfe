// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

#include <cstdint>

#include "tests/common/transpose.hpp"

// The number of passes (wavefronts) in which shared memory serves one load of a warp.
// offsets[0 … lanes-1]: where lanes 0, 1, … load, in bytes, multiples of `bytes`; lanes: 1 to 32; bytes: 4, 8 or 16.
int wavefronts(const std::uint32_t* offsets, int lanes, int bytes);

Transpose transpose_shared;
Transpose transpose_padded;
Transpose transpose_swizzled;
Transpose transpose_fast;
