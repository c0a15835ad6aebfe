// Two launches, each a half.
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid = (count + block - 1) / block;
  const int half = count / 2;
  if (half) line_kernel<<<grid, block>>>(out, in, a, b, half);
  line_kernel<<<grid, block>>>(out + half, in + half, a, b, count - half);
}
