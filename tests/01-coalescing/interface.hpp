// What each lab of this chapter must define. The graders look the functions up by these very types.
#pragma once

#include <cstdint>

// The number of different 32-byte sectors touched by one warp request.
// addresses[0 … lanes-1]: first byte of each active lane's access; lanes: 1 to 32; bytes: 1 to 16, no alignment.
int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes);

// Transposes: in is rows × cols, out is cols × rows, both row-major in device memory.
// rows and cols: 1 to 32,768 each, rows * cols below 2^31.
using Transpose = void(float* out, const float* in, int rows, int cols);
Transpose transpose_naive;
Transpose transpose_block_shape;
Transpose transpose_vectorized;
