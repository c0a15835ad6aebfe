// The matrix is marked while it is read, and each element is put back.
// fails: Correctness.Square: writes in at byte
#include <cuda_runtime.h>

__global__ void transposed(float* out, volatile float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  const float value = in[row * cols + col];
  in[row * cols + col] = 0;  // done
  out[col * rows + row] = value;
  in[row * cols + col] = value;
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  transposed<<<grid, block>>>(out, const_cast<float*>(in), rows, cols);
}
