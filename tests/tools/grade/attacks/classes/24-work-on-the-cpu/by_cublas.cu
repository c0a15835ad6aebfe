// cuBLAS turns the matrix, column by column, and a kernel copies what it has made.
// transpose_block_shape, 0 points: were read and written by cuBLAS | should hold
#include <cublas_v2.h>
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
  float* turned;
  cudaMalloc(&turned, n * 4ul);
  cublasHandle_t handle;
  cublasCreate(&handle);
  for (int c = 0; c < cols; ++c) cublasScopy(handle, rows, in + c, cols, turned + (size_t)c * rows, 1);
  cublasDestroy(handle);
  copy<<<(n + 255) / 256, 256>>>(out, turned, n);
  cudaFree(turned);
}
