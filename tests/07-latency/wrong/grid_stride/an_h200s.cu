// Has the grid of an H200.
// fails: Grid.OneWave: in a wave of their own
#include <cuda_runtime.h>

__global__ void line(float* out, const float* in, float a, float b, int count) {
  const int all = gridDim.x * blockDim.x;
  for (int n = threadIdx.x + blockDim.x * blockIdx.x; n < count; n += all) out[n] = in[n] * a + b;
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  line<<<132 * 16, 128>>>(out, in, a, b, count);
}
