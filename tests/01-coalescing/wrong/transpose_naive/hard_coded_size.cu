// The matrix is always taken to be 1024×1024.
// fails: Correctness.Square: past the end of out
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  out[col * 1024 + row] = in[row * 1024 + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 8);
  const dim3 grid(1024 / block.x, 1024 / block.y);
  transpose_naive_kernel<<<grid, block>>>(out, in, rows, cols);
}
