// Conflict-free, but the tile has 16×32 floats.
// fails: Memory.TileSize: 2048 bytes
#include <cuda_runtime.h>

__global__ void transpose_swizzled_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[16][32];
  const int col = blockIdx.x * 32 + threadIdx.x;
  for (int half = 0; half < 2; ++half) {
    const int row = blockIdx.y * 32 + half * 16 + threadIdx.y;
    if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x ^ 2 * threadIdx.y] = in[row * cols + col];
    __syncthreads();
    const int x = threadIdx.x % 16, y = 2 * threadIdx.y + threadIdx.x / 16;
    const int out_row = blockIdx.x * 32 + y, out_col = blockIdx.y * 32 + half * 16 + x;
    if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[x][y ^ 2 * x];
    __syncthreads();
  }
}

void transpose_swizzled(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_swizzled_kernel<<<grid, dim3(32, 16)>>>(out, in, rows, cols);
}
