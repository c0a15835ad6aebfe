// Lab transpose_vectorized: four by four elements a thread, in registers.
// Run: ./course check transpose_vectorized        Stuck: ./course hint transpose_vectorized
#include <cuda_runtime.h>

// in:  rows × cols floats, row-major: element (r, c) is in[r * cols + c]
// out: cols × rows floats, row-major; element (r, c) of in belongs at row c, column r of out
// Both are device memory. rows and cols are 1 to 32,768, in any combination; rows * cols is below 2^31.
//
// Beyond being right, loads and stores must each take a quarter of the naive kernel's requests, and use every
// byte of every sector wherever rows and cols are multiples of 16. A float4 moves 16 bytes with one
// instruction, where it is moved whole, by way of a variable: .x, .y, .z and .w in memory are counted one by one.
// Its address must be a multiple of 16.
__global__ void transpose_vectorized_kernel(float* out, const float* in, int rows, int cols) {
  // TODO: load a tile of 4×4 floats with four float4, store its columns with four float4.
  // TODO: what becomes of a matrix whose rows or cols are not a multiple of 4?
}

void transpose_vectorized(float* out, const float* in, int rows, int cols) {
  // TODO: each thread owns 4×4 elements, so the grid needs fewer threads. Which block lets lanes share sectors?
}
