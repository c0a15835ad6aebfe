// Enough blocks for a thousand elements, whatever is asked for.
// fails: Correctness.WholeBlocks: nobody has written it
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid = 4;
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
