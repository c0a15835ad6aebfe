// Through a tile for nothing: every thread stores the very element that it loaded.
// fails: Memory.Stores: touch 32 sectors
#include <cuda_runtime.h>

__global__ void transpose_shared_kernel(float* out, const float* in, int rows, int cols) {
  __shared__ float tile[32][32];
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && col < cols) tile[threadIdx.y][threadIdx.x] = in[row * cols + col];
  __syncthreads();
  if (row < rows && col < cols) out[col * rows + row] = tile[threadIdx.y][threadIdx.x];
}

void transpose_shared(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_shared_kernel<<<grid, dim3(32, 32)>>>(out, in, rows, cols);
}
