// Writes to in.
// fails: Correctness.WholeBlocks: writes in at byte
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid = (count + block - 1) / block;
  line_kernel<<<grid, block>>>(out, const_cast<float*>(in), a, b, count);
}
