// The index is a float.
// fails: Tail.VeryManyNumbers: a float in the index or in the number of blocks
#include <cuda_runtime.h>

__global__ void line_kernel(float* out, const float* in, float a, float b, int count) {
  const float place = float(blockIdx.x) * blockDim.x + threadIdx.x;
  const int i = int(place);
  if (i < count) out[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  const int block = 256;
  const int grid =
      (count + block - 1) / block;  // rounded up: a part of a block is a block, too
  line_kernel<<<grid, block>>>(out, in, a, b, count);
}
