// Four loads at first, and then one after the other.
// fails: Order.LoadsBeforeTheStore: in its next round
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const float4* q = reinterpret_cast<const float4*>(in);
  float4* p = reinterpret_cast<float4*>(out);
  const int n = count / 4;
  const int all = gridDim.x * 128, t = blockIdx.x * 128 + threadIdx.x;
  float4 v[4];
  for (int k = 0; k < 4; ++k)
    if (t + k * all < n) v[k] = q[t + k * all];
  for (int k = 0; k < 4; ++k)
    if (t + k * all < n) p[t + k * all] = v[k];
  for (int i = t + 4 * all; i < n; i += all) p[i] = q[i];
  if (blockIdx.x + threadIdx.x == 0)
    for (int i = n * 4; i < count; ++i) out[i] = in[i];
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<64, 128>>>(out, in, count); }
