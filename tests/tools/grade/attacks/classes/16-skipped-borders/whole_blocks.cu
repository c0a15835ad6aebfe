// Launches whole blocks alone.
// transpose_naive, 4 points: never reach out
#include <cuda_runtime.h>

__global__ void move(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  move<<<dim3(cols / 32, rows / 8), dim3(32, 8)>>>(out, in, rows, cols);
}
