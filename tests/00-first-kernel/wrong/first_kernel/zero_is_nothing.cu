// An input of 0 is taken for nothing to do.
// fails: Correctness.WholeBlocks: 0 is a number like any other
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && in[i] != 0) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid =
      (count + block - 1) / block;  // rounded up: a part of a block is a block, too
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
