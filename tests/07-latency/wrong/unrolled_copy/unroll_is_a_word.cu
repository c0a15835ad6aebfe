// Trusts #pragma unroll to put the loads first.
// fails: Order.LoadsBeforeTheStore: has made 1 load when it stores
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const float4* q = reinterpret_cast<const float4*>(in);
  float4* p = reinterpret_cast<float4*>(out);
  const int n = count / 4;
#pragma unroll 8
  for (int t = blockIdx.x * 128 + threadIdx.x; t < n; t += gridDim.x * 128) p[t] = q[t];
  if (blockIdx.x + threadIdx.x == 0)
    for (int i = n * 4; i < count; ++i) out[i] = in[i];
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<(count - 1) / 2048 + 1, 128>>>(out, in, count); }
