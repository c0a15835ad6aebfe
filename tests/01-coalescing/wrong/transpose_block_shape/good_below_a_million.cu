// The good block for matrices of less than a million elements, the old one for larger ones.
// fails: Memory.Stores: 32 sectors
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < cols && r < rows) out[c * rows + r] = in[r * cols + c];
}
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const dim3 block = rows * cols < (1 << 20) ? dim3(8, 32) : dim3(32, 8);
  turn<<<dim3((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y), block>>>(out, in, rows, cols);
}
