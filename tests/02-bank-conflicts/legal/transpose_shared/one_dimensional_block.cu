// 1024 threads in a row, numbered by division.
#include <cuda_runtime.h>

__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  const int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
  __shared__ float tile[32][32];
  const int col = blockIdx.x * 32 + tx;
  const int row = blockIdx.y * 32 + ty;
  if (row < rows && col < cols) tile[ty][tx] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * 32 + ty;
  const int out_col = blockIdx.y * 32 + tx;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[tx][ty];
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  const dim3 block(1024);
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_shared_kernel<<<grid, block>>>(out, in, rows, cols);
}
