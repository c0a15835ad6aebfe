// The better block where the matrix has as many elements as those of the tests, the old one elsewhere.
// fails: Memory.Stores: your stores touch 32 sectors a request
#include <cuda_runtime.h>

__global__ void transpose_block_shape_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const bool tested = rows * cols == 512 * 256;
  const dim3 block(tested ? 8 : 32, tested ? 32 : 8);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_block_shape_kernel<<<grid, block>>>(out, in, rows, cols);
}
