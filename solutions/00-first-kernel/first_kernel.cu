// A kernel and its launch, for any number of elements.
// Run: ./course test first_kernel.sim
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  // The blocks before this one have blockIdx.x * blockDim.x threads; then comes the place in this block.
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  // The last block reaches past the end unless its size divides count.
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid =
      (count + block - 1) / block;  // rounded up: a part of a block is a block, too
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
