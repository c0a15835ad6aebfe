// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

#include <cstdint>

#include "tests/common/transpose.hpp"

// The number of different 32-byte sectors touched by one warp request.
// addresses[0 … lanes-1]: first byte of each active lane's access; lanes: 1 to 32; bytes: 1 to 16, no alignment.
int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes);

Transpose transpose_naive;
Transpose transpose_block_shape;
Transpose transpose_vectorized;
