// Lab transpose_block_shape: the same kernel, in a block of a better shape.
// Run: ./course check transpose_block_shape        Stuck: ./course hint transpose_block_shape
#include <cuda_runtime.h>

// in:  rows × cols floats, row-major: element (r, c) is in[r * cols + c]
// out: cols × rows floats, row-major; element (r, c) of in belongs at row c, column r of out
// Both are device memory. rows and cols are 1 to 32,768, in any combination; rows * cols is below 2^31.
//
// Beyond being right, a request may touch at most 8 sectors when it stores, and still only 4 when it loads.
__global__ void transpose_block_shape_kernel(float* out, const float* in, int rows, int cols) {
  // TODO: the kernel of transpose_naive.cu will do.
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  // TODO: choose a block that makes a warp 4 sectors wide where it loads and 8 where it stores.
}
