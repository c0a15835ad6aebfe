// Puts the planes into the pixel from the last to the first.
// fails: Correctness.FewPixels: count = 1: out[0] (pixel 0, plane 0) should be
#include <cuda_runtime.h>

__global__ void backwards(float4* out, const float* in, long count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = {in[3 * count + i], in[2 * count + i], in[count + i], in[i]};
}

void full_sectors(float* out, const float* in, int count) {
  backwards<<<(count + 255) / 256, 256>>>(reinterpret_cast<float4*>(out), in, count);
}
