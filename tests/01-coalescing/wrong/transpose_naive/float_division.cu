// A row's number is a quotient of floats.
// fails: Correctness.VeryManyElements: a row's, a column's or an element's number a float
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= rows * cols) return;
  const int row = int(float(i) / float(cols)), col = i - row * cols;
  out[col * rows + row] = in[i];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  transpose_naive_kernel<<<(rows * cols - 1) / 256 + 1, 256>>>(out, in, rows, cols);
}
