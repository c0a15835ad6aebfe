// Legal: a piece of the array at a time, in little device memory.
#include <cuda_runtime.h>

#include <algorithm>

__global__ void line_kernel(float* data, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = a * data[i] + b;
}

cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  constexpr int most = 1 << 16;
  float* piece = nullptr;
  cudaError_t error = count ? cudaMalloc(&piece, std::min(count, most) * sizeof(float)) : cudaSuccess;
  if (error == cudaSuccess && block < 1) error = cudaErrorInvalidConfiguration;
  for (int begin = 0; error == cudaSuccess && begin < count; begin += most) {
    const int these = std::min(most, count - begin);
    error = cudaMemcpy(piece, in + begin, these * sizeof(float), cudaMemcpyHostToDevice);
    if (error != cudaSuccess) break;
    line_kernel<<<(these - 1) / block + 1, block>>>(piece, a, b, these);
    error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaMemcpy(out + begin, piece, these * sizeof(float), cudaMemcpyDeviceToHost);
  }
  const cudaError_t freed = cudaFree(piece);
  return error != cudaSuccess ? error : freed;
}
