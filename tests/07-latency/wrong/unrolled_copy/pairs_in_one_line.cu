// One line of an unrolled loop loads and stores, and loads and stores.
// fails: Order.LoadsBeforeTheStore: has made 1 load when it stores
#include <cuda_runtime.h>
template <int N, int T> __global__ void __launch_bounds__(T) bulk(float4* out, const float4* in) {
  float4 held[N];
  const size_t at = size_t(blockIdx.x) * N * T + threadIdx.x;
#pragma unroll
  for (int k = 0; k < N; ++k) {
    held[k] = in[at + k * T];
    out[at + k * T] = held[k];
  }
}
__global__ void rest(float* out, const float* in, int first, int count) {
  const int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = in[i];
}
void unrolled_copy(float* out, const float* in, int count) {
  constexpr int N = 8, T = 128, each = 4 * N * T;
  const int blocks = count / each, left = count - blocks * each;
  if (blocks) bulk<N, T><<<blocks, T>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in));
  if (left) rest<<<(left + 255) / 256, 256>>>(out, in, blocks * each, count);
}
