// The naive kernel in a good block: one float a request.
// fails: Memory.Requests: moves 4 bytes a lane, and a float4 moves 16
#include <cuda_runtime.h>

__global__ void transpose_vectorized_kernel(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = in[row * cols + col];
}

void transpose_vectorized(float* out, const float* in, int rows, int cols) {
  const dim3 block(8, 32);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_vectorized_kernel<<<grid, block>>>(out, in, rows, cols);
}
