// A block of 256 threads that works out its own 8×32.
#include <cuda_runtime.h>

__global__ void transpose_block_shape_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 8 + threadIdx.x % 8;
  const int row = blockIdx.y * 32 + threadIdx.x / 8;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 7) / 8, (rows + 31) / 32);
  transpose_block_shape_kernel<<<grid, 256>>>(out, in, rows, cols);
}
