// As many blocks as fit, and none for the rest.
// fails: Tail.ManyNumbers: nobody has written it
// fails: Tail.OneNumber: must not be empty
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid = count / block;
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
