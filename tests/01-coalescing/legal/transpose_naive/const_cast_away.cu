// The kernel takes both matrices by pointers that it could write to, and writes to one of them.
#include <cuda_runtime.h>

__global__ void transposed(float* out, float* from, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = from[row * cols + col];
}

// Only its type says that it may write there.
void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  transposed<<<grid, block>>>(out, const_cast<float*>(in), rows, cols);
}
