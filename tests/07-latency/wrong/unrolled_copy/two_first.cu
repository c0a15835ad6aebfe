// Loads two, stores two.
// fails: Order.LoadsBeforeTheStore: has made 2 loads when it stores
#include <cuda_runtime.h>

__global__ void copies(float* out, const float* in, int count) {
  const float4* q = reinterpret_cast<const float4*>(in);
  float4* p = reinterpret_cast<float4*>(out);
  const int n = count / 4;
  const int t = blockIdx.x * 256 + threadIdx.x;
  if (t + 128 < n) {
    const float4 left = q[t], right = q[t + 128];
    p[t] = left, p[t + 128] = right;
  } else if (t < n) {
    p[t] = q[t];
  }
  if (blockIdx.x + threadIdx.x == 0)
    for (int i = n * 4; i < count; ++i) out[i] = in[i];
}

void unrolled_copy(float* out, const float* in, int count) { copies<<<(count - 1) / 1024 + 1, 128>>>(out, in, count); }
