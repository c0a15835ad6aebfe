// Prints the words of an error.
// fails: Errors.NothingIsPrinted: the function prints "
#include <cstdio>
#include <cuda_runtime.h>
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}
struct Held {
  float* at = nullptr;
  ~Held() { cudaFree(at); }
};
cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;
  const size_t bytes = size_t(count) * sizeof(float);
  Held from, to;
  cudaError_t e;
  if ((e = cudaMalloc(&from.at, bytes)) != cudaSuccess) return e;
  if ((e = cudaMalloc(&to.at, bytes)) != cudaSuccess) return e;
  if ((e = cudaMemcpy(from.at, in, bytes, cudaMemcpyHostToDevice)) != cudaSuccess) return e;
  const int blocks = block > 0 ? int((count + (long long)block - 1) / block) : 1;
  line_kernel<<<blocks, block>>>(to.at, from.at, a, b, count);
  if ((e = cudaGetLastError()) != cudaSuccess) {
    printf("%s\n", cudaGetErrorString(e));
    return e;
  }
  if ((e = cudaDeviceSynchronize()) != cudaSuccess) return e;
  return cudaMemcpy(out, to.at, bytes, cudaMemcpyDeviceToHost);
}
