// The block is given first.
// fails: Correctness.WholeBlocks: nobody has written it
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid = count / 1024 > 0 ? 1 : 1;
  line_kernel<<<block, grid>>>(out, in, a, b, count);
}
