// A block more, to be safe, and no guard for it.
// fails: Correctness.WholeBlocks: past the end of
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid = count / block + 1;
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
