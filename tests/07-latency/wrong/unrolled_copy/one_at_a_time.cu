// Loads a float4 and stores it, four times.
// fails: Order.LoadsBeforeTheStore: has made 1 load when it stores
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const float4* q = reinterpret_cast<const float4*>(in);
  float4* p = reinterpret_cast<float4*>(out);
  const int n = count / 4;
  const int t = blockIdx.x * 512 + threadIdx.x;
  for (int k = 0; k < 4; ++k)
    if (t + k * 128 < n) p[t + k * 128] = q[t + k * 128];
  if (blockIdx.x + threadIdx.x == 0)
    for (int i = n * 4; i < count; ++i) out[i] = in[i];
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<(count - 1) / 2048 + 1, 128>>>(out, in, count); }
