// The first thread prints the sizes, as whoever looks for a mistake leaves it behind.
// Legal: that is more bytes than a matrix of 2 × 2 has, and no way to have the host do the work.
#include <cuda_runtime.h>

#include <cstdio>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row == 0 && col == 0) std::printf("rows %d, columns %d\n", rows, cols);
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  turn<<<grid, block>>>(out, in, rows, cols);
}
