// At most 65,535 blocks, of 256 threads each.
// fails: Tail.LargestCount: the grid is the same for every large count, 16776960 threads
#include <cuda_runtime.h>
__global__ void k(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}
void first_kernel(float* out, const float* in, float a, float b, int count) {
  int blocks = (count + 255) / 256;
  if (blocks > 65535) blocks = 65535;
  k<<<blocks, 256>>>(out, in, a, b, count);
}
