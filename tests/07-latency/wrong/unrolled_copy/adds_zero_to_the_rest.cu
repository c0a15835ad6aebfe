// Adds 0 to what is left behind whole vectors, which takes the sign of -0.
// fails: Correctness.AnyBits: which is -0: a copy moves bits
#include <cuda_runtime.h>

__global__ void unrolled_copy_kernel(float* out, const float* in, int count) {
  const int quads = count / 4, block = blockDim.x;
  const float4* from = reinterpret_cast<const float4*>(in);
  float4* to = reinterpret_cast<float4*>(out);
  const int first = blockIdx.x * 4 * block + threadIdx.x;
  float4 kept[4];
  if (first + 3 * block < quads) {
#pragma unroll
    for (int i = 0; i < 4; ++i) kept[i] = __ldcs(from + first + i * block);
#pragma unroll
    for (int i = 0; i < 4; ++i) to[first + i * block] = kept[i];
  } else {
    for (int i = first; i < quads; i += block) to[i] = from[i];
  }
  const int rest = quads * 4 + blockIdx.x * block + threadIdx.x;
  if (rest < count) out[rest] = in[rest] + 0.0f;
}
void unrolled_copy(float* out, const float* in, int count) {
  const int each = 4 * 4 * 128;
  unrolled_copy_kernel<<<(count + each - 1) / each, 128>>>(out, in, count);
}
