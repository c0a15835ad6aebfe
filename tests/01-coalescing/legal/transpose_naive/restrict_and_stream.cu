// __restrict__ pointers, __ldg, and a stream of its own.
#include <cuda_runtime.h>

__global__ void transpose_naive_kernel(float* __restrict__ out, const float* __restrict__ in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= rows || col >= cols) return;
  out[col * rows + row] = __ldg(&in[row * cols + col]);
}

void transpose_naive(float* out, const float* in, int rows, int cols) {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  const dim3 block(64, 4);
  const dim3 grid((cols + block.x - 1) / block.x, (rows + block.y - 1) / block.y);
  transpose_naive_kernel<<<grid, block, 0, stream>>>(out, in, rows, cols);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
