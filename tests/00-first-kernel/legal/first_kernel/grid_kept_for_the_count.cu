// Legal: what is kept from call to call is the grid for the last count, not its result.
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  static int last_count = 0, grid = 0;
  if (count != last_count) {
    last_count = count;
    grid = (count + 255) / 256;
  }
  line_kernel<<<grid, 256>>>(out, in, a, b, count);
}
