// The same, out of an array.
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
  cudaArray_t array;
  const cudaChannelFormatDesc floats = cudaCreateChannelDesc<float>();
  cudaMallocArray(&array, &floats, cols, rows);
  cudaMemcpy2DToArray(array, 0, 0, in, 4ul * cols, 4ul * cols, rows, cudaMemcpyDeviceToDevice);
  float* turned;
  cudaMalloc(&turned, n * 4ul);
  for (int col = 0; col < cols; ++col)
    cudaMemcpy2DFromArray(turned + (size_t)col * rows, 4, array, 4ul * col, 0, 4, rows, cudaMemcpyDeviceToDevice);
  copy<<<(n + 255) / 256, 256>>>(out, turned, n);
  cudaFree(turned);
  cudaFreeArray(array);
}
