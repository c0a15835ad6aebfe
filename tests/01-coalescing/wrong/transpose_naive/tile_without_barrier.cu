// A tile in shared memory, read before the other threads have written it.
// fails: Correctness.Square: with no barrier in between.
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  const int out_row = blockIdx.x * 32 + threadIdx.y, out_col = blockIdx.y * 32 + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_naive_kernel<<<grid, block>>>(out, in, rows, cols);
}
