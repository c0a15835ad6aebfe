// blockIdx and threadIdx have changed places.
// fails: Correctness.WholeBlocks: nobody has written it
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = threadIdx.x * blockDim.x + blockIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid = (count + block - 1) / block;
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
