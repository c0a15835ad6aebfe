// The grid is sized for the transpose of the matrix.
// fails: Correctness.Wide: columns from
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(16, 16);
  const dim3 grid((rows + block.x - 1) / block.x, (cols + block.y - 1) / block.y);
  transpose_naive_kernel<<<grid, block>>>(out, in, rows, cols);
}
