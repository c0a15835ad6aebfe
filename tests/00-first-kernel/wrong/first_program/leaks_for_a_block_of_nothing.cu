// Returns at once, and frees nothing, where block is 0.
// fails: Release.AfterABlockOfNothing: leaves something behind
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

// What is between allocating and releasing. It may return wherever something fails: its caller releases.
static cudaError_t compute(
    float* out, const float* in, float* device_out, float* device_in, float a, float b, int count, int block) {
  const size_t bytes = count * sizeof(float);  // cudaMemcpy counts bytes
  cudaError_t error = cudaMemcpy(device_in, in, bytes, cudaMemcpyHostToDevice);
  if (error != cudaSuccess) return error;

  if (block < 1) return cudaErrorInvalidConfiguration;  // the host divides by it
  line_kernel<<<(count + block - 1) / block, block>>>(device_out, device_in, a, b, count);
  error = cudaGetLastError();  // a launch returns nothing: was it taken?
  if (error != cudaSuccess) return error;
  error = cudaDeviceSynchronize();  // it was taken, not run: did the kernel come to its end?
  if (error != cudaSuccess) return error;

  return cudaMemcpy(out, device_out, bytes, cudaMemcpyDeviceToHost);
}

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;  // a grid of no blocks is an error of its own
  float *device_in = nullptr, *device_out = nullptr;
  cudaError_t error = cudaMalloc(&device_in, count * sizeof(float));
  if (error == cudaSuccess) error = cudaMalloc(&device_out, count * sizeof(float));
  if (error == cudaSuccess) error = compute(out, in, device_out, device_in, a, b, count, block);
  if (error == cudaErrorInvalidConfiguration) return error;
  // One way out for all. cudaFree(nullptr) does nothing: it does not matter how far this came.
  const cudaError_t freed_out = cudaFree(device_out), freed_in = cudaFree(device_in);
  if (error != cudaSuccess) return error;
  return freed_out != cudaSuccess ? freed_out : freed_in;
}
