// Every block of a row stores at the same place of out.
// fails: Correctness.Tile: with nothing that orders two blocks in between
#include <cuda_runtime.h>

__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][32];
  const int col = blockIdx.x * 32 + threadIdx.x;
  const int row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  const int out_row = threadIdx.y;
  const int out_col = blockIdx.y * 32 + threadIdx.x;
  if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_shared_kernel<<<grid, block>>>(out, in, rows, cols);
}
