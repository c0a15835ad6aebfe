// Reads down the columns, and hides it among loads of one element in the same line.
// fails: Memory.Loads: sectors in all, 16384 would do
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || col >= cols) return;
  const volatile float* from = in;
  float value;
  for (int i = 0; i < 16; ++i) value = from[i < 15 ? 0 : row * cols + col];
  out[col * rows + row] = value;
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  const dim3 block(1, 256), grid(cols, (rows + 255) / 256);
  turn<<<grid, block>>>(out, in, rows, cols);
}
