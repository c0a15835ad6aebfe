// The padded tile, one element a thread.
// fails: Memory.ElementsPerThread: each moves 1 element on average
#include <cuda_runtime.h>

__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * 32 + threadIdx.y, out_col = blockIdx.y * 32 + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_fast_kernel<<<grid, dim3(32, 32)>>>(out, in, rows, cols);
}
