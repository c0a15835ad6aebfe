// Forgets the numbers that are no float4.
// fails: Correctness.Tails: was never written
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
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<(count - 1) / 2048 + 1, 128>>>(out, in, count); }
