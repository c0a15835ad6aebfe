// Throws an exception.
// fails: Correctness.Square: threw an exception: not yet
#include <cuda_runtime.h>

#include <stdexcept>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  throw std::runtime_error("not yet");
}
