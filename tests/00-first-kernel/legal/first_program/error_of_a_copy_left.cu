// The launch's error is taken away, those of copies and of cudaMalloc are left.
// Legal: only a refused launch may not be told of again by the next call.
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;
  float *device_in = nullptr, *device_out = nullptr;
  const size_t bytes = count * sizeof(float);
  cudaError_t error = cudaMalloc(&device_in, bytes);
  if (error == cudaSuccess) error = cudaMalloc(&device_out, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess && block < 1) error = cudaErrorInvalidConfiguration;
  if (error == cudaSuccess) {
    line_kernel<<<(count + block - 1) / block, block>>>(device_out, device_in, a, b, count);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  if (error == cudaSuccess) error = cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
  cudaFree(device_out);
  cudaFree(device_in);
  return error;
}
