// Legal: page-locks in while it works, and gives that up on every way out.
#include <cuda_runtime.h>
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}
cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;
  if (block < 1) return cudaErrorInvalidConfiguration;
  const size_t bytes = sizeof(float) * count;
  float *x = nullptr, *y = nullptr;
  cudaError_t e = cudaMalloc(&x, bytes);
  if (e == cudaSuccess) e = cudaMalloc(&y, bytes);
  const bool locked =
      e == cudaSuccess && cudaHostRegister(const_cast<float*>(in), bytes, cudaHostRegisterDefault) == cudaSuccess;
  if (!locked) cudaGetLastError();  // then the copy is a slower one
  if (e == cudaSuccess) e = cudaMemcpy(x, in, bytes, cudaMemcpyHostToDevice);
  if (e == cudaSuccess) {
    line_kernel<<<(count + block - 1) / block, block>>>(y, x, a, b, count);
    e = cudaGetLastError();
  }
  if (e == cudaSuccess) e = cudaMemcpy(out, y, bytes, cudaMemcpyDeviceToHost);
  if (locked) {
    const cudaError_t unlocked = cudaHostUnregister(const_cast<float*>(in));
    if (e == cudaSuccess) e = unlocked;
  }
  cudaFree(x);
  cudaFree(y);
  return e;
}
