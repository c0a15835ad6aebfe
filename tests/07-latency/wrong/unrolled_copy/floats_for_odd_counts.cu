// Single floats where count is no multiple of what a block copies.
// fails: Memory.EverythingOnce: the kernels make
#include <cuda_runtime.h>

constexpr int block = 256;
constexpr int loads = 4;  // of a thread, on their way together

__global__ void unrolled_copy_kernel(float* out, const float* in, int count) {
  const int quads = count / 4;
  const float4* from = reinterpret_cast<const float4*>(in);
  float4* to = reinterpret_cast<float4*>(out);
  // A block takes 4 * 256 neighbouring float4; a thread's four are a block's width apart, so that
  // the lanes of every request are neighbours.
  const int first = blockIdx.x * (loads * block) + threadIdx.x;

  if (count % 4096 != 0) {
    for (int i = blockIdx.x * 4 * loads * block + threadIdx.x; i < min(count, int(blockIdx.x + 1) * 4 * loads * block);
        i += block)
      out[i] = in[i];
    return;
  }
  if (first + (loads - 1) * block < quads) {
    // None of these needs what another one brings, so the thread goes on asking.
    const float4 a = from[first];
    const float4 b = from[first + block];
    const float4 c = from[first + 2 * block];
    const float4 d = from[first + 3 * block];
    // The first store waits for the first load; the others are on their way meanwhile.
    to[first] = a;
    to[first + block] = b;
    to[first + 2 * block] = c;
    to[first + 3 * block] = d;
  } else {
    for (int i = first; i < quads; i += block) to[i] = from[i];
  }

  // At most three numbers are left over.
  const int rest = 4 * quads + threadIdx.x;
  if (blockIdx.x == 0 && rest < count) out[rest] = in[rest];
}

void unrolled_copy(float* out, const float* in, int count) {
  const int of_block = 4 * loads * block;
  unrolled_copy_kernel<<<(count + of_block - 1) / of_block, block>>>(out, in, count);
}
