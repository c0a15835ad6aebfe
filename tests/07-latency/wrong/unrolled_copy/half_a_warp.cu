// Lets sixteen lanes of a warp work.
// fails: Order.SixteenBytesEach: by a part of its lanes
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const float4* q = reinterpret_cast<const float4*>(in);
  float4* p = reinterpret_cast<float4*>(out);
  const int n = count / 4;
  const int lane = threadIdx.x % 32, t = blockIdx.x * 256 + threadIdx.x / 32 * 16 + lane;
  if (lane < 16) {
    float4 v[4];
    for (int k = 0; k < 4; ++k)
      if (t + k * 64 < n) v[k] = q[t + k * 64];
    for (int k = 0; k < 4; ++k)
      if (t + k * 64 < n) p[t + k * 64] = v[k];
  }
  if (blockIdx.x + threadIdx.x == 0)
    for (int i = n * 4; i < count; ++i) out[i] = in[i];
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<(count - 1) / 1024 + 1, 128>>>(out, in, count); }
