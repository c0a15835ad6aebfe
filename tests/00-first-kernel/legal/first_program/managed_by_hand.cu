// Managed memory that the host fills and reads itself: no copy is made.
#include <cuda_runtime.h>
#include <cstring>
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}
cudaError_t first_program(float* out, const float* in, float a, float b, int count, int block) {
  if (count <= 0) return cudaSuccess;
  const size_t n = count;
  float* both = nullptr;
  cudaError_t e = cudaMallocManaged(&both, 2 * n * sizeof(float));
  if (e != cudaSuccess) return e;
  std::memcpy(both, in, n * sizeof(float));
  const unsigned blocks = block > 0 ? unsigned((n + block - 1) / block) : 1;
  line_kernel<<<blocks, block>>>(both + n, both, a, b, count);
  e = cudaGetLastError();
  if (e == cudaSuccess) e = cudaDeviceSynchronize();
  if (e == cudaSuccess) std::memcpy(out, both + n, n * sizeof(float));
  const cudaError_t f = cudaFree(both);
  return e == cudaSuccess ? f : e;
}
