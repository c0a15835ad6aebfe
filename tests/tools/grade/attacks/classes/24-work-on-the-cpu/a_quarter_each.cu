// Nearly a quarter of the matrix each: by the host, by copies of columns, by constant memory, by cuBLAS.
// transpose_block_shape, 4 points: The work is to be done by kernels | which is no element of in
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <vector>

__constant__ float part[16384];
__global__ void copy(float* out, const float* in, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  if (i < n) out[i] = in[i];
}
__global__ void wide(float* out, const float* in, int rows, int cols) {
  const int col = blockIdx.x * 8 + threadIdx.x, row = blockIdx.y * 32 + threadIdx.y;
  if (row < rows && col < cols) out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}
__global__ void part_of(float* out, const float* in, int rows, int cols, int first, int end) {
  const int col = blockIdx.x * 8 + threadIdx.x, row = first + blockIdx.y * 32 + threadIdx.y;
  if (row < end && col < cols) out[(size_t)col * rows + row] = in[(size_t)row * cols + col];
}
__global__ void gather(float* out, int rows, int cols, int first, int some) {
  const int i = blockIdx.x * 256 + threadIdx.x, n = some * cols, c = i / some, r = i % some;
  if (i < n) out[(size_t)c * rows + first + r] = part[r * cols + c];
}
void transpose_block_shape(float* out, const float* in, int rows, int cols) {
  const int n = rows * cols;
  if (n > 2000000 || n < 100000) {
    wide<<<dim3((cols + 7) / 8, (rows + 31) / 32), dim3(8, 32)>>>(out, in, rows, cols);
    return;
  }
  float* turned;
  cudaMalloc(&turned, n * 4ul);
  const int q = rows / 4;
  cublasHandle_t handle;
  cublasCreate(&handle);
  const int e = q / 2;
  for (int c = 0; c < cols; ++c) cublasScopy(handle, e, in + c, cols, turned + (size_t)c * rows, 1);
  cublasDestroy(handle);
  std::vector<float> from((size_t)q * cols), to((size_t)q * cols);
  cudaMemcpy(from.data(), in + (size_t)q * cols, q * cols * 4ul, cudaMemcpyDeviceToHost);
  for (int r = 0; r < q; ++r)
    for (int c = 0; c < cols; ++c) to[(size_t)c * q + r] = from[(size_t)r * cols + c];
  cudaMemcpy2D(turned + q, rows * 4ul, to.data(), q * 4ul, q * 4ul, cols, cudaMemcpyHostToDevice);
  for (int r = 2 * q; r < 3 * q; ++r)
    cudaMemcpy2D(turned + r, 4ul * rows, in + (size_t)r * cols, 4, 4, cols, cudaMemcpyDeviceToDevice);
  const int most = 16384 / cols;
  for (int first = 3 * q; first < rows; first += most) {
    const int some = rows - first < most ? rows - first : most;
    cudaMemcpyToSymbolAsync(part, in + (size_t)first * cols, (size_t)some * cols * 4, 0, cudaMemcpyDeviceToDevice);
    gather<<<(some * cols + 255) / 256, 256>>>(turned, rows, cols, first, some);
  }
  // What is left of the first quarter a kernel does.
  part_of<<<dim3((cols + 7) / 8, (q - e + 31) / 32), dim3(8, 32)>>>(turned, in, rows, cols, e, q);
  copy<<<(n + 255) / 256, 256>>>(out, turned, n);
  cudaFree(turned);
}
