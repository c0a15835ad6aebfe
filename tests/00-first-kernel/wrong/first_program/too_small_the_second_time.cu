// Keeps its arrays, which are as large as those of the first call.
// fails: Correctness.WholeBlocks: of an allocation of
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  static float *device_in = nullptr, *device_out = nullptr;
  const size_t bytes = count * sizeof(float);
  if (count == 0) return cudaSuccess;
  if (block < 1) return cudaErrorInvalidConfiguration;
  cudaError_t error = cudaSuccess;
  if (!device_in) error = cudaMalloc(&device_in, bytes);
  if (error == cudaSuccess && !device_out) error = cudaMalloc(&device_out, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;
  line_kernel<<<(count + block - 1) / block, block>>>(device_out, device_in, a, b, count);
  error = cudaGetLastError();
  return error != cudaSuccess ? error : cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
}
