// The number of blocks is rounded down (but at least one): the last rows and columns are missing.
// fails: Correctness.Remainders: of in never reach out
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  const dim3 grid(max(1u, cols / block.x), max(1u, rows / block.y));
  transpose_naive_kernel<<<grid, block>>>(out, in, rows, cols);
}
