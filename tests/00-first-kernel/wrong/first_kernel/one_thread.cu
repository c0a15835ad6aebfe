// One thread works through all of them.
// fails: Correctness.OnTheDevice: has 1 thread in all
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  for (int i = 0; i < count; ++i) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  line_kernel<<<1, 1>>>(out, in, a, b, count);
}
