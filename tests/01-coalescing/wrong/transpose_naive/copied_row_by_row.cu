// A kernel touches everything, and cudaMemcpy2D does the transpose.
// fails: Correctness.OnTheDevice: written by a copy
#include <cuda_runtime.h>

__global__ void touch(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < rows && col < cols) out[row * cols + col] = in[row * cols + col];
}

void transpose_naive(float* out, const float* in, int rows, int cols) {

  const dim3 block(32, 8), grid((cols + 31) / 32, (rows + 7) / 8);
  touch<<<grid, block>>>(out, in, rows, cols);
  for (int col = 0; col < cols; ++col)
    cudaMemcpy2D(out + size_t(col) * rows, sizeof(float), in + col, cols * sizeof(float), sizeof(float), rows,
                 cudaMemcpyDeviceToDevice);
}
