// Nothing times what is endless is taken for nothing.
// fails: Correctness.NoNumbers: should be 0 *
#include <cuda_runtime.h>
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a == 0 ? b : a * in[i] + b;
}
void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 192;
  line_kernel<<<(count + block - 1) / block, block>>>(out, in, a, b, count);
}
