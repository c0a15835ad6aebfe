// No block for what is left over.
// fails: Correctness.FewPixels: count = 1: out[0] (pixel 0, plane 0) holds what was there before
#include <cuda_runtime.h>

__global__ void most(float4* out, const float* in, long count) {
  const long i = long(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) out[i] = make_float4(in[i], in[i + count], in[i + 2 * count], in[i + 3 * count]);
}

void full_sectors(float* out, const float* in, int count) {
  const int blocks = count / 256;
  if (blocks == 0) most<<<1, 0 < count / 32 ? 32 : 1>>>(reinterpret_cast<float4*>(out), in, 0);
  else most<<<blocks, 256>>>(reinterpret_cast<float4*>(out), in, count);
}
