// All of out is set to zero first, so that every sector is whole; then a launch a plane.
// fails: Memory.SentToL2: your stores send L2
#include <cuda_runtime.h>

__global__ void cleared(float4* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = make_float4(0, 0, 0, 0);
}
__global__ void plane(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[4 * size_t(i)] = in[i];
}
void full_sectors(float* out, const float* in, int count) {
  const int blocks = (count + 255) / 256;
  cleared<<<blocks, 256>>>(reinterpret_cast<float4*>(out), count);
  for (int p = 0; p < 4; ++p) plane<<<blocks, 256>>>(out + p, in + size_t(p) * count, count);
}
