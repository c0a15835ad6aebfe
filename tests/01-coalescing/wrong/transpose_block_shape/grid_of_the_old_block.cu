// The grid is still that of a block of 32×8.
// fails: Correctness.Square: columns from
#include <cuda_runtime.h>

__global__ void transpose_block_shape_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const dim3 block(8, 32);
  const dim3 grid((cols + 31) / 32, (rows + 7) / 8);
  transpose_block_shape_kernel<<<grid, block>>>(out, in, rows, cols);
}
