// Looks whether a place lies in the matrix, not whether it lies in the row.
// fails: Correctness.NoNumber: beyond the end of a row the next one's elements were added
#include <cuda_runtime.h>

__global__ void cross_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = in[row * cols + col];
  for (int k = 1; k <= 4; ++k) {
    if (row * cols + col >= k) sum += in[row * cols + col - k];
    if (row * cols + col + k < rows * cols) sum += in[row * cols + col + k];
    if (row >= k) sum += in[(row - k) * cols + col];
    if (row + k < rows) sum += in[(row + k) * cols + col];
  }
  out[row * cols + col] = sum;
}

void blocked_stencil(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 16);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  cross_kernel<<<grid, block>>>(out, in, rows, cols);
}
