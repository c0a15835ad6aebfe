// Loads three, stores one, loads the fourth.
// fails: Order.LoadsBeforeTheStore: has made 3 loads when it stores
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const float4* q = reinterpret_cast<const float4*>(in);
  float4* p = reinterpret_cast<float4*>(out);
  const int n = count / 4;
  const int t = blockIdx.x * 512 + threadIdx.x;
  float4 v[4];
  for (int k = 0; k < 3; ++k)
    if (t + k * 128 < n) v[k] = q[t + k * 128];
  if (t < n) p[t] = v[0];
  if (t + 384 < n) v[3] = q[t + 384];
  for (int k = 1; k < 4; ++k)
    if (t + k * 128 < n) p[t + k * 128] = v[k];
  if (blockIdx.x + threadIdx.x == 0)
    for (int i = n * 4; i < count; ++i) out[i] = in[i];
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<(count - 1) / 2048 + 1, 128>>>(out, in, count); }
