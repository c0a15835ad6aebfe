// The bounds check looks at the first of a thread's four rows only.
// fails: Correctness.Tile: past the end of
#include <cuda_runtime.h>

__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][33];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    if (row + i < rows && col < cols) tile[threadIdx.y + i][threadIdx.x] = in[(row + i) * cols + col];
  __syncthreads();
  const int out_row = blockIdx.x * 32 + threadIdx.y, out_col = blockIdx.y * 32 + threadIdx.x;
  for (int i = 0; i < 32; i += 8)
    if (out_row < cols && out_col < rows) out[(out_row + i) * rows + out_col] = tile[threadIdx.x][threadIdx.y + i];
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_fast_kernel<<<grid, dim3(32, 8)>>>(out, in, rows, cols);
}
