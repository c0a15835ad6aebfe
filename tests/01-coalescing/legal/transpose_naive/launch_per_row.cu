// One launch for each row of the matrix.
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  if (col < cols) out[col * rows] = in[col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  for (int row = 0; row < rows; ++row)
    transpose_naive_kernel<<<(cols + 255) / 256, 256>>>(out + row, in + row * cols, rows, cols);
}
