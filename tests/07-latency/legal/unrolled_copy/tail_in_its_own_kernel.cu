// A second kernel copies what is no float4.
#include <cuda_runtime.h>

template <int k>
struct Bag {
  float4 v[k];
};

__global__ void quads(float4* p, const float4* q, int n) {
  const int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, t = warp * 128 + threadIdx.x % 32;
  Bag<4> bag;
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (t + 32 * k < n) bag.v[k] = q[t + 32 * k];
#pragma unroll
  for (int k = 0; k < 4; ++k)
    if (t + 32 * k < n) p[t + 32 * k] = bag.v[k];
}

__global__ void rest(float* out, const float* in) { out[threadIdx.x] = in[threadIdx.x]; }

void unrolled_copy(float* out, const float* in, int count) {
  const int n = count / 4;
  if (n) quads<<<(n + 1023) / 1024, 256>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in), n);
  if (count % 4) rest<<<1, count % 4>>>(out + n * 4, in + n * 4);
}
