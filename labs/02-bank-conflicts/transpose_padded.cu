// Lab transpose_padded: the same tile, without bank conflicts.
// Run: ./course check transpose_padded        Stuck: ./course hint transpose_padded
#include <cuda_runtime.h>

// in:  rows × cols floats, row-major: element (r, c) is in[r * cols + c]
// out: cols × rows floats, row-major; element (r, c) of in belongs at row c, column r of out
// Both are device memory. rows and cols are 1 to 32,768, in any combination; rows * cols is below 2^31.
//
// Beyond what transpose_shared must do, no two lanes of a warp may meet in a bank: one wavefront a shared request.
__global__ void transpose_padded_kernel(float* out, const float* in, int rows, int cols) {
  // TODO: start from your transpose_shared. In which bank is tile[y][x]? Change what that depends on.
}

void transpose_padded(float* out, const float* in, int rows, int cols) {
  // TODO: as before.
}
