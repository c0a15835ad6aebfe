// A block that is too large is made one of 1024 threads.
// fails: Errors.BlockTooLarge: the function made the block another size than was asked for
#include <cuda_runtime.h>
#include <algorithm>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;
  block = std::min(std::max(block, 1), 1024);
  float *device_in = nullptr, *device_out = nullptr;
  const size_t bytes = count * sizeof(float);
  cudaError_t error = cudaMalloc(&device_in, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&device_out, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    line_kernel<<<(count + block - 1) / block, block>>>(device_out, device_in, a, b, count);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_out);
  cudaFree(device_in);
  cudaGetLastError();
  return error;
}
