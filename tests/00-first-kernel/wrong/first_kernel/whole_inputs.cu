// The input is cut to a whole number on the way in.
// fails: Correctness.WholeBlocks: the fraction was cut off
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    const int x = in[i];
    out[i] = a * x + b;
  };
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid =
      (count + block - 1) / block;  // rounded up: a part of a block is a block, too
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
