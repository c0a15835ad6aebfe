// The number of blocks is worked out in float, which does not hold every whole number above 2^24.
// fails: Tail.VeryManyNumbers: a float in the index or in the number of blocks
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid =
      int(ceilf(float(count) / block));
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
