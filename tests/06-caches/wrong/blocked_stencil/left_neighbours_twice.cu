// To the left it adds what is to the right.
// fails: Correctness.Inside: rows = 64, cols = 64: block (1,3), thread (28,15) reads 4 bytes just
#include <cuda_runtime.h>

__global__ void cross_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  float sum = in[row * cols + col];
  for (int k = 1; k <= 4; ++k) {
    if (col >= k) sum += in[row * cols + col + k];
    if (col + k < cols) sum += in[row * cols + col + k];
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
