// All of the grid lies in y, where it may have 65,535 blocks.
// fails: Correctness.ManyElements: y is at most 65535
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int i = blockIdx.y * 32 + threadIdx.x;
  if (i < rows * cols) out[i % cols * rows + i / cols] = in[i];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  const int n = rows * cols;
  turn<<<dim3(1, (n + 31) / 32), 32>>>(out, in, rows, cols);
}
