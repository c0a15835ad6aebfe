// Clears out first and then leaves out zeros, so that a negative zero loses its sign.
// fails: Correctness.EveryBit: nothing is to be computed with an element
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const float value = in[row * cols + col];
  if (value != 0) out[col * rows + row] = value;
}
void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);  // one warp is one row of the block
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  cudaMemset(out, 0, sizeof(float) * rows * cols);
  transpose_naive_kernel<<<grid, block>>>(out, in, rows, cols);
}
