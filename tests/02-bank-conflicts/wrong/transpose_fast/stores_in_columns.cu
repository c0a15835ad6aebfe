// Four elements a thread; each is stored where it belongs, without the tile.
// fails: Memory.Stores: touch 32 sectors
#include <cuda_runtime.h>

__global__ void transpose_fast_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  for (int i = 0; i < 32; i += 8)
    if (row + i < rows && col < cols) out[col * rows + row + i] = in[(row + i) * cols + col];
}

void transpose_fast(float* out, const float* in, int rows, int cols) {
  const dim3 grid((cols + 31) / 32, (rows + 31) / 32);
  transpose_fast_kernel<<<grid, dim3(32, 8)>>>(out, in, rows, cols);
}
