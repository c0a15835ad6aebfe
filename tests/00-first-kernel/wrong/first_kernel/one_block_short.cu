// Where one element is left behind whole blocks of 192, it has no block.
// fails: Tail.OddCounts: nobody has written it
#include <cuda_runtime.h>
__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const int thread = threadIdx.y * blockDim.x + threadIdx.x;
  const int i = blockIdx.x * (blockDim.x * blockDim.y) + thread;
  if (i < count) out[i] = a * in[i] + b;
}
void first_kernel(float* out, const float* in, float a, float b, int count) {
  const dim3 block(16, 12);
  const int size = 16 * 12;
  const int whole = count / size, blocks = whole + (count % size > 1 || whole == 0);
  line_kernel<<<blocks, block>>>(out, in, a, b, count);
}
