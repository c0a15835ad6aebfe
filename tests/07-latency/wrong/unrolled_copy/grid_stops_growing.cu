// At most 4096 blocks of 512 float4, and no loop.
// fails: Correctness.AnyGrid: the grid is the same for every large count, 524288 threads
#include <cuda_runtime.h>

template <int N>
__global__ void move(float4* to, const float4* from, int n, float* out, const float* in, int count) {
  const int width = blockDim.x;
  for (int base = blockIdx.x * N * width; base < n; base = n) {
    const int at = base + threadIdx.x;
    float4 held[N];
    if (base + N * width <= n) {
#pragma unroll
      for (int k = 0; k < N; ++k) held[k] = from[at + k * width];
#pragma unroll
      for (int k = 0; k < N; ++k) to[at + k * width] = held[k];
    } else {
      for (int k = 0; k < N; ++k)
        if (at + k * width < n) to[at + k * width] = from[at + k * width];
    }
  }
  if (blockIdx.x == 0 && 4 * n + int(threadIdx.x) < count) out[4 * n + threadIdx.x] = in[4 * n + threadIdx.x];
}
void unrolled_copy(float* out, const float* in, int count) {
  const int n = count / 4;
  const int blocks = n / 512 + 1;
  const int grid = blocks < 4096 ? blocks : 4096;
  move<4><<<grid, 128>>>(reinterpret_cast<float4*>(out), reinterpret_cast<const float4*>(in), n, out, in, count);
}
