// Lab transpose_swizzled: no bank conflicts, and no float of the tile unused.
// Run: ./course check transpose_swizzled        Stuck: ./course hint transpose_swizzled
#include <cuda_runtime.h>

// in:  rows × cols floats, row-major: element (r, c) is in[r * cols + c]
// out: cols × rows floats, row-major; element (r, c) of in belongs at row c, column r of out
// Both are device memory. rows and cols are 1 to 32,768, in any combination; rows * cols is below 2^31.
//
// Beyond what transpose_padded must do, the tile has exactly 32×32 floats: 4096 bytes, each of them used.
__global__ void transpose_swizzled_kernel(float* out, const float* in, int rows, int cols) {
  // TODO: a row of the tile may hold its floats in any order, as long as reading knows it as well as writing.
  // TODO: which order, different in each row, puts a column into 32 different banks?
}

void transpose_swizzled(float* out, const float* in, int rows, int cols) {
  // TODO: as before.
}
