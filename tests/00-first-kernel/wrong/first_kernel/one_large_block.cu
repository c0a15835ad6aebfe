// All elements in one block, which has at most 1024 threads.
// fails: Correctness.WholeBlocks: at most 1024 threads
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = count;
  const int grid = (count + block - 1) / block;
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
