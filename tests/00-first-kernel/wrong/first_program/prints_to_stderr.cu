// Says on stderr what went wrong.
// fails: Errors.NothingIsPrinted: the function prints "
#include <cuda_runtime.h>
#include <cstdio>
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}
cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;
  if (block < 1) return cudaErrorInvalidConfiguration;
  float *x = nullptr, *y = nullptr;
  const size_t bytes = sizeof(float) * count;
  cudaError_t e = cudaMalloc(&x, bytes);
  if (e == cudaSuccess) e = cudaMalloc(&y, bytes);
  if (e == cudaSuccess) e = cudaMemcpy(x, in, bytes, cudaMemcpyHostToDevice);
  if (e == cudaSuccess) {
    line_kernel<<<(count + block - 1) / block, block>>>(y, x, a, b, count);
    e = cudaGetLastError();
  }
  if (e == cudaSuccess) e = cudaMemcpy(out, y, bytes, cudaMemcpyDeviceToHost);
  cudaFree(x);
  cudaFree(y);
  if (e != cudaSuccess) std::fprintf(stderr, "first_program: %s\n", cudaGetErrorString(e));
  return e;
}
