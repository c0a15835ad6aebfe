// The last copy may still be under way when the function returns.
// fails: Correctness.AnyOrder: host code reads an allocation of 4000 bytes
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count == 0) return cudaSuccess;
  if (block < 1) return cudaErrorInvalidConfiguration;
  const size_t bytes = count * sizeof(float);
  float* data = nullptr;
  float* pinned = nullptr;
  cudaStream_t stream = nullptr;
  cudaError_t error = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  if (error == cudaSuccess) error = cudaMalloc(&data, bytes);
  if (error == cudaSuccess) error = cudaMallocHost(&pinned, bytes);
  if (error == cudaSuccess) error = cudaMemcpy(data, in, bytes, cudaMemcpyHostToDevice);
  if (error == cudaSuccess) {
    line_kernel<<<(count + block - 1) / block, block, 0, stream>>>(data, data, a, b, count);
    error = cudaGetLastError();
  }
  if (error == cudaSuccess) error = cudaMemcpyAsync(pinned, data, bytes, cudaMemcpyDeviceToHost, stream);
  for (int i = 0; error == cudaSuccess && i < count; ++i) out[i] = pinned[i];
  cudaFree(data);
  cudaFreeHost(pinned);
  cudaStreamDestroy(stream);
  return error;
}
