// A block does several tiles, and writes the next one while this one is still being read.
// fails: Correctness.Tile: no barrier in between
#include <cuda_runtime.h>

__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][32];
  const int row = blockIdx.y * 32 + threadIdx.y, out_col = blockIdx.y * 32 + threadIdx.x;
  for (int first = blockIdx.x * 32; first < cols; first += gridDim.x * 32) {
    const int col = first + threadIdx.x, out_row = first + threadIdx.y;
    if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
    __syncthreads();
    if (out_row < cols && out_col < rows) out[out_row * rows + out_col] = tile[threadIdx.x][threadIdx.y];
  }
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 63) / 64, (rows + 31) / 32);
  transpose_shared_kernel<<<grid, dim3(32, 32)>>>(out, in, rows, cols);
}
