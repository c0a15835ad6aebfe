// Leaves the last block out.
// fails: Correctness.Tails: no kernel was launched
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const float4* q = reinterpret_cast<const float4*>(in);
  float4* p = reinterpret_cast<float4*>(out);
  const int n = count / 4;
  const int t = blockIdx.x * 512 + threadIdx.x;
  float4 v[4];
  for (int k = 0; k < 4; ++k)
    if (t + k * 128 < n) v[k] = q[t + k * 128];
  for (int k = 0; k < 4; ++k)
    if (t + k * 128 < n) p[t + k * 128] = v[k];
  if (blockIdx.x + threadIdx.x == 0)
    for (int i = n * 4; i < count; ++i) out[i] = in[i];
}

void unrolled_copy(float* out, const float* in, int count) {
  if (count >= 2048) copies<<<count / 2048, 128>>>(out, in, count);
}
