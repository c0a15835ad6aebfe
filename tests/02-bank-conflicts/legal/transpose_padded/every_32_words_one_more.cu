// A flat tile, with one more word after every 32.
#include <cuda_runtime.h>

__global__ void transpose_padded_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[1024 + 32];
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && col < cols) tile[(threadIdx.y * 32 + threadIdx.x) + threadIdx.y] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * 32 + threadIdx.y;
  const int out_col = blockIdx.y * 32 + threadIdx.x;
  if (out_row < cols && out_col < rows)
    out[out_row * rows + out_col] = tile[(threadIdx.x * 32 + threadIdx.y) + threadIdx.x];
}

void transpose_padded(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_padded_kernel<<<grid, block>>>(out, in, rows, cols);
}
