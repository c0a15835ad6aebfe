// A block of 32×8 needs four rounds for a tile, and does three.
// fails: Correctness.Square: which nothing has written in this block
#include <cuda_runtime.h>

__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 24; i += 8)
    if (row + i < rows && col < cols) tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * 32 + threadIdx.y, out_col = blockIdx.y * 32 + threadIdx.x;
  for (int i = 0; i < 24; i += 8)
    if (out_row + i < cols && out_col < rows) out[(out_row + i) * rows + out_col] = tile[threadIdx.x][threadIdx.y + i];
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_fast_kernel<<<grid, dim3(32, 8)>>>(out, in, rows, cols);
}
