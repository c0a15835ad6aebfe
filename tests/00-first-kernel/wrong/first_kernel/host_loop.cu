// A loop on the host, which must not follow the device's pointers.
// fails: Correctness.WholeBlocks: host code
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid = (count + block - 1) / block;
  (void)grid;
  for (int i = 0; i < count; ++i) out[i] = a * in[i] + b;
}
