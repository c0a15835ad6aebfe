// First the product, then the sum.
#include <cuda_runtime.h>

__global__ void multiply(float* out, const float* in, float a, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i];
}
__global__ void add(float* out, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] += b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const dim3 block(128), grid((count + 127) / 128);
  multiply<<<grid, block>>>(out, in, a, count);
  add<<<grid, block>>>(out, b, count);
}
