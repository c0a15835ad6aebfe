// x + y with no remainder: the last rows leave the tile.
// fails: Correctness.Tile: past the end of the shared array tile
#include <cuda_runtime.h>

__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][32];
  const int col = blockIdx.x * 32 + threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 8) {
    const int row = blockIdx.y * 32 + y;
    if (row < rows && col < cols) tile[y][threadIdx.x + y] = in[row * cols + col];
  }
  __syncthreads();
  const int out_col = blockIdx.y * 32 + threadIdx.x;
  for (int y = threadIdx.y; y < 32; y += 8) {
    const int out_row = blockIdx.x * 32 + y;
    if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][y + threadIdx.x];
  }
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_fast_kernel<<<grid, block>>>(out, in, rows, cols);
}
