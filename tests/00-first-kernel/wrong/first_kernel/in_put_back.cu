// Turns the signs of in round, computes from that, and turns them back.
// fails: Correctness.WholeBlocks: writes in at byte
#include <cuda_runtime.h>

__global__ void marked(float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) in[i] = -in[i];
}
__global__ void line(float* out, const float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = a * -in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  if (count <= 0) return;
  float* const work = const_cast<float*>(in);
  const int grid = (count + 255) / 256;
  marked<<<grid, 256>>>(work, count);
  line<<<grid, 256>>>(out, in, a, b, count);
  marked<<<grid, 256>>>(work, count);
}
