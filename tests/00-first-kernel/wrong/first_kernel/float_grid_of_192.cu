// The number of blocks of 192 is made by way of a float.
// fails: Tail.VeryManyNumbers: is there a float
#include <cuda_runtime.h>
#include <cmath>
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * in[i] + b;
}
void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 192;
  line_kernel<<<(int)ceilf((float)count / block), block>>>(out, in, a, b, count);
}
