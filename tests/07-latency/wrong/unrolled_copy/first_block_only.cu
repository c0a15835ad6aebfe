// Four loads at a time in the first block, where somebody might look, and one at a time in all others.
// fails: Order.LoadsBeforeTheStore: has made 1 load when it stores
#include <cuda_runtime.h>

constexpr int block = 256, loads = 4;

__global__ void copy(float* out, const float* in, int count) {
  const int quads = count / 4;
  const float4* from = reinterpret_cast<const float4*>(in);
  float4* to = reinterpret_cast<float4*>(out);
  const int first = blockIdx.x * (loads * block) + threadIdx.x;
  if (blockIdx.x == 0 && first + (loads - 1) * block < quads) {
    const float4 a = from[first], b = from[first + block], c = from[first + 2 * block], d = from[first + 3 * block];
    to[first] = a;
    to[first + block] = b;
    to[first + 2 * block] = c;
    to[first + 3 * block] = d;
  } else {
    for (int i = 0; i < loads; ++i)
      if (first + i * block < quads) to[first + i * block] = from[first + i * block];
  }
  const int rest = 4 * quads + threadIdx.x;
  if (blockIdx.x == 0 && rest < count) out[rest] = in[rest];
}

void unrolled_copy(float* out, const float* in, int count) {
  const int of_block = 4 * loads * block;
  copy<<<(count + of_block - 1) / of_block, block>>>(out, in, count);
}
