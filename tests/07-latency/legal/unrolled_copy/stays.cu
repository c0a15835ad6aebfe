// A grid that stays, four at a time in each turn.
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const float4* q = reinterpret_cast<const float4*>(in);
  float4* p = reinterpret_cast<float4*>(out);
  const int n = count / 4;
  const int step = gridDim.x * blockDim.x;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (; t + 3 * step < n; t += 4 * step) {
    const float4 a = q[t], b = q[t + step], c = q[t + 2 * step], d = q[t + 3 * step];
    p[t] = a, p[t + step] = b, p[t + 2 * step] = c, p[t + 3 * step] = d;
  }
  float4 last[3];
  for (int k = 0; k < 3; ++k)
    if (t + k * step < n) last[k] = q[t + k * step];
  for (int k = 0; k < 3; ++k)
    if (t + k * step < n) p[t + k * step] = last[k];
  if (blockIdx.x + threadIdx.x == 0)
    for (int i = n * 4; i < count; ++i) out[i] = in[i];
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<132, 1024>>>(out, in, count); }
