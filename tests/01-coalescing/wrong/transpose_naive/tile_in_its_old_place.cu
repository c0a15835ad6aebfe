// Each tile is transposed, but stays where it was.
// fails: Correctness.Square: transposed inside, but not in their places
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  const int out_row = blockIdx.y * 32 + threadIdx.x, out_col = blockIdx.x * 32 + threadIdx.y;
  if (row < rows && col < cols && out_row < cols && out_col < rows) out[out_row * rows + out_col] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  const dim3 block(32, 32);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_naive_kernel<<<grid, block>>>(out, in, rows, cols);
}
