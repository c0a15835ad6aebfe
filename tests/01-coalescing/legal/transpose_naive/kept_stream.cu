// One stream is made by the first call and kept; the caller's copies wait for it, for it is a blocking one.
// Legal: the lab asks for nothing else.
#include <cuda_runtime.h>

__global__ void turn(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[col * rows + row] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  static cudaStream_t stream = [] {
    cudaStream_t made;
    cudaStreamCreate(&made);
    return made;
  }();
  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  turn<<<grid, block, 0, stream>>>(out, in, rows, cols);
}
