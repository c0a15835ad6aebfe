// A tile of 64×65, one float in every access, sixteen a thread.
#include <cuda_runtime.h>

__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[64][65];
  const int col0 = blockIdx.x * 64, row0 = blockIdx.y * 64, x = threadIdx.x;
  for (int y = threadIdx.y; y < 64; y += 4)
    if (row0 + y < rows && col0 + x < cols) tile[y][x] = in[(row0 + y) * cols + col0 + x];
  __syncthreads();
  for (int y = threadIdx.y; y < 64; y += 4)
    if (col0 + y < cols && row0 + x < rows) out[(col0 + y) * rows + row0 + x] = tile[x][y];
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 63) / 64, (rows + 63) / 64);
  transpose_fast_kernel<<<grid, dim3(64, 4)>>>(out, in, rows, cols);
}
