// A block of 32×16 threads brings half of the tile, and stores all of it.
// fails: Correctness.Tile: which nothing has written
#include <cuda_runtime.h>

__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][32];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * 32 + threadIdx.y, out_col = blockIdx.y * 32 + threadIdx.x;
  for (int i = 0; i < 32; i += 16)
    if (out_row + i < cols && out_col < rows) out[(out_row + i) * rows + out_col] = tile[threadIdx.x][threadIdx.y + i];
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_shared_kernel<<<grid, dim3(32, 16)>>>(out, in, rows, cols);
}
