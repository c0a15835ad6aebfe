// Lab transpose_shared: a transpose through a tile of shared memory.
// Run: ./course check transpose_shared        Stuck: ./course hint transpose_shared
#include <cuda_runtime.h>

// in:  rows × cols floats, row-major: element (r, c) is in[r * cols + c]
// out: cols × rows floats, row-major; element (r, c) of in belongs at row c, column r of out
// Both are device memory. rows and cols are 1 to 32,768, in any combination; rows * cols is below 2^31.
//
// Beyond being right, every element goes through a tile in shared memory, so that loads and stores of global memory both
// touch 4 sectors a request.
__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  // TODO: a __shared__ tile of 32×32 floats. Each warp brings a row of it.
  // TODO: what must have happened before anybody reads the tile?
  // TODO: each warp stores a row of out. Which row is it, and what of the tile goes there?
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  // TODO: one block for each tile of the matrix.
}
