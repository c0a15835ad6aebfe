// Few threads, and each computes many elements: they are shared out all the same.
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  line_kernel<<<1, 64>>>(out, in, a, b, count);
}
