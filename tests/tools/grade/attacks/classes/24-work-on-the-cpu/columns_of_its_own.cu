// Copies of columns turn the matrix, out of memory of its own and into such: kernels copy it there and back.
// transpose_block_shape, 0 points: were taken out of rows, or put into some, by copies
#include <cuda_runtime.h>

__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void tall(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 2 + threadIdx.x, row = blockIdx.y * 64 + threadIdx.y;
  if (row < rows && col < cols) out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const int n = rows * cols;
  if (n > 2000000) {
    tall<<<dim3((cols + 1) / 2, (rows + 63) / 64), dim3(2, 64)>>>(out, in, rows, cols);
    return;
  }
  float *own, *turned;
  cudaMalloc(&own, n * 4ul);
  cudaMalloc(&turned, n * 4ul);
  copy<<<(n + 255) / 256, 256>>>(own, in, n);
  for (int row = 0; row < rows; ++row)
    cudaMemcpy2D(turned + row, 4ul * rows, own + (size_t)row * cols, 4, 4, cols, cudaMemcpyDeviceToDevice);
  copy<<<(n + 255) / 256, 256>>>(out, turned, n);
  cudaFree(own);
  cudaFree(turned);
}
