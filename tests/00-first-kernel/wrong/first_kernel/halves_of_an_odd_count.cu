// Two launches, each a half, and the middle of an odd count is nobody's.
// fails: Tail.FewNumbers: count = 31: out[30] is
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid = (count + block - 1) / block;
  const int half = count / 2;
  if (count == 1) line_kernel<<<grid, block>>>(out, in, a, b, count);
  if (half) line_kernel<<<grid, block>>>(out, in, a, b, half);
  if (half) line_kernel<<<grid, block>>>(out + half, in + half, a, b, half);
}
