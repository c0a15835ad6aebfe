// A block for each piece of 32×32, all of them in y: from 65,536 on, no device takes the launch.
// fails: Correctness.VeryManyTiles: rows = 32768, cols = 2080
#include <cuda_runtime.h>

__global__ void piece(float* out, const float* in, int rows, int cols) {
  const int wide = (cols + 31) / 32;
  const int x = blockIdx.y % wide * 32 + threadIdx.x, y = blockIdx.y / wide * 32 + threadIdx.y;
  if (x < cols && y < rows) out[x * rows + y] = in[y * cols + x];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  piece<<<dim3(1, (cols + 31) / 32 * ((rows + 31) / 32)), dim3(32, 32)>>>(out, in, rows, cols);
}
