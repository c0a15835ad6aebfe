// Keeps its arrays from call to call, and makes larger ones where they are too small.
// fails: Release.NothingIsKept: device memory is kept
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  static float *device_in = nullptr, *device_out = nullptr;
  static int room = 0;
  if (count == 0) return cudaSuccess;
  const size_t bytes = count * sizeof(float);
  cudaError_t error = cudaSuccess;
  if (room < count) {
    cudaFree(device_in);
    cudaFree(device_out);
    device_in = device_out = nullptr;
    room = 0;
    error = cudaMalloc(&device_in, bytes);
    if (error == cudaSuccess) error = cudaMalloc(&device_out, bytes);
    if (error != cudaSuccess) {
      cudaFree(device_in);
      device_in = nullptr;
      cudaGetLastError();
      return error;
    }
    room = count;
  }
  error = cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  if (block < 1) return cudaErrorInvalidConfiguration;
  line_kernel<<<(count + block - 1) / block, block>>>(device_out, device_in, a, b, count);
  error = cudaGetLastError();
  if (error == cudaSuccess) error = cudaDeviceSynchronize();
  return error != cudaSuccess ? error : cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
}
