// The rest is left to the last block, which an even count does not have.
// fails: Correctness.Tails: count = 2: out[0] was never written, and 2 of 2 are
#include <cuda_runtime.h>

constexpr int block = 256;
constexpr int loads = 4;

__global__ void unrolled_copy_kernel(float* out, const float* in, int count) {
  const int quads = count / 4;
  const float4* from = reinterpret_cast<const float4*>(in);
  float4* to = reinterpret_cast<float4*>(out);
  const int first = blockIdx.x * (loads * block) + threadIdx.x;

  if (first + (loads - 1) * block < quads) {
    const float4 a = from[first];
    const float4 b = from[first + block];
    const float4 c = from[first + 2 * block];
    const float4 d = from[first + 3 * block];
    to[first] = a;
    to[first + block] = b;
    to[first + 2 * block] = c;
    to[first + 3 * block] = d;
  } else {
    for (int i = first; i < quads; i += block) to[i] = from[i];
  }

  const int rest = 4 * quads + threadIdx.x;
  if (blockIdx.x == gridDim.x - 1 && count % 2 && rest < count) out[rest] = in[rest];
}

void unrolled_copy(float* out, const float* in, int count) {
  const int of_block = 4 * loads * block;
  unrolled_copy_kernel<<<(count + of_block - 1) / of_block, block>>>(out, in, count);
}
