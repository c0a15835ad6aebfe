// Takes in for pixels already.
// fails: Correctness.FewPixels: count = 2: out[1] (pixel 0, plane 1) should be
#include <cuda_runtime.h>

__global__ void same(float4* out, const float4* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}

void full_sectors(float* out, const float* in, int count) {
  same<<<(count + 255) / 256, 256>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in), count);
}
