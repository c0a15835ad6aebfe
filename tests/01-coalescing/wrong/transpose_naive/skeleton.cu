// Lab transpose_naive: a transpose that is right for every size.
// Run: ./course check transpose_naive        Stuck: ./course hint transpose_naive
#include <cuda_runtime.h>

// in:  rows × cols floats, row-major: element (r, c) is in[r * cols + c]
// out: cols × rows floats, row-major; element (r, c) of in belongs at row c, column r of out
// Both are device memory. rows and cols are 1 to 32,768, in any combination; rows * cols is below 2^31.
//
// Beyond being right, the loads must touch 4 sectors a request: the fewest that 32 floats fit into.
__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  // TODO: which element of the matrix is this thread's? Is there such an element? Move it.
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  // TODO: choose a block and a grid that cover the matrix, and launch the kernel.
}
