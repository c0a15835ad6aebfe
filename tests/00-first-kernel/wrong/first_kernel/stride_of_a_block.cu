// A loop with the stride of a block: each block goes on to the end, and the last elements are computed by all of them.
// fails: Correctness.OnTheDevice: several threads compute the same elements
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  line_kernel<<<(count + 255) / 256, 256>>>(out, in, a, b, count);
}
