// One thread an element, in one dimension.
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows * cols) out[i % cols * rows + i / cols] = in[i];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  transpose_naive_kernel<<<(rows * cols + 127) / 128, 128>>>(out, in, rows, cols);
}
