// Counts its blocks in 16 bits.
// fails: Tail.LargestCount: more numbers, and fewer threads
#include <cuda_runtime.h>

struct Line {
  float a, b;
  __device__ float operator()(float x) const { return a * x + b; }
};
template <typename F>
__global__ void each(float* __restrict__ out, const float* __restrict__ in, F f, long count) {
  const long i =
      (long(blockIdx.y) * gridDim.x + blockIdx.x) * (blockDim.x * blockDim.y) + threadIdx.y * blockDim.x + threadIdx.x;
  if (i < count) out[i] = f(__ldg(in + i));
}
void first_kernel(float* out, const float* in, float a, float b, int count) {
  const unsigned short blocks = (unsigned short)((count + 127) / 128);
  const dim3 grid(blocks < 1000 ? blocks : 1000, (blocks + 999) / 1000);
  each<<<grid, dim3(16, 8)>>>(out, in, Line{a, b}, long(count));
}
