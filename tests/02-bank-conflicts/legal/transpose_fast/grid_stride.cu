// 64 blocks at most, each with several tiles, and a barrier before a tile is used again.
#include <cuda_runtime.h>

__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  const int tiles_x = (cols + 31) / 32, tiles = tiles_x * ((rows + 31) / 32);
  for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
    const int bx = t % tiles_x, by = t / tiles_x;
    __syncthreads();
    const int col = bx * 32 + threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8) {
      const int row = by * 32 + y;
      if (row < rows && col < cols) tile[y][threadIdx.x] = in[row * cols + col];
    }
    __syncthreads();
    const int out_col = by * 32 + threadIdx.x;
    for (int y = threadIdx.y; y < 32; y += 8) {
      const int out_row = bx * 32 + y;
      if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][y];
    }
  }
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  const dim3 grid(((cols + 31) / 32) * ((rows + 31) / 32) < 64 ? 1 : 64);
  transpose_fast_kernel<<<grid, block>>>(out, in, rows, cols);
}
