// A stream of its own, and asynchronous copies; it waits for the stream.
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;
  const size_t bytes = count * sizeof(float);
  cudaStream_t stream = nullptr;
  float *device_in = nullptr, *device_out = nullptr;
  cudaError_t error = cudaStreamCreate(&stream);
  if (error != cudaSuccess) return error;
  if (error == cudaSuccess) error = cudaMallocAsync(&device_in, bytes, stream);
  if (error == cudaSuccess) error = cudaMallocAsync(&device_out, bytes, stream);
  if (error == cudaSuccess) error = cudaMemcpyAsync(device_in, in, bytes, cudaMemcpyHostToDevice, stream);
  if (error == cudaSuccess && block < 1) error = cudaErrorInvalidConfiguration;
  if (error == cudaSuccess) {
    line_kernel<<<(count + block - 1) / block, block, 0, stream>>>(device_out, device_in, a, b, count);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpyAsync(out, device_out, bytes, cudaMemcpyDeviceToHost, stream);
  if (device_out) cudaFreeAsync(device_out, stream);
  if (device_in) cudaFreeAsync(device_in, stream);
  const cudaError_t ended = cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  return error != cudaSuccess ? error : ended;
}
