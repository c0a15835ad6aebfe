// A thread's four are neighbours.
// fails: Memory.EverythingOnce: the 32 lanes of a request take neighbouring float4
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const float4* q = reinterpret_cast<const float4*>(in);
  float4* p = reinterpret_cast<float4*>(out);
  const int n = count / 4;
  const int t = (blockIdx.x * 128 + threadIdx.x) * 4;
  float4 v[4];
  for (int k = 0; k < 4; ++k)
    if (t + k < n) v[k] = q[t + k];
  for (int k = 0; k < 4; ++k)
    if (t + k < n) p[t + k] = v[k];
  if (blockIdx.x + threadIdx.x == 0)
    for (int i = n * 4; i < count; ++i) out[i] = in[i];
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<(count - 1) / 2048 + 1, 128>>>(out, in, count); }
