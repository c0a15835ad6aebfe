// Three loads, and in one line a store, the fourth load, and another store.
// fails: Order.LoadsBeforeTheStore: has made 3 loads when it stores
#include <cuda_runtime.h>
#include <cstddef>

constexpr int B = 128, U = 4;
__global__ void unrolled_copy_kernel(float* out, const float* in, int count) {
  const int quads = count / 4, first = int(blockIdx.x) * (B * U) + int(threadIdx.x);
  const float4* from = reinterpret_cast<const float4*>(in);
  float4* to = reinterpret_cast<float4*>(out);
  if (first + (U - 1) * B < quads) {
    const float4 a = from[first], b = from[first + B], c = from[first + 2 * B];
    to[first] = a;
    const float4 d = from[first + 3 * B];
    to[first + B] = b;
    to[first + 2 * B] = c;
    to[first + 3 * B] = d;
  } else {
    for (int i = first; i < quads; i += B) to[i] = from[i];
  }
  if (blockIdx.x == 0 && int(threadIdx.x) < count % 4) out[4 * quads + threadIdx.x] = in[4 * quads + threadIdx.x];
}
void unrolled_copy(float* out, const float* in, int count) {
  unrolled_copy_kernel<<<(count / 4 + B * U) / (B * U), B>>>(out, in, count);
}
