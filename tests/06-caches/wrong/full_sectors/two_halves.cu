// A pixel is stored as two float2.
// fails: Memory.SentToL2: your stores send L2
#include <cuda_runtime.h>

#include <cstddef>

__global__ void halves_kernel(float2* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::size_t plane = count;
  out[2 * std::size_t(i)] = make_float2(in[i], in[plane + i]);
  out[2 * std::size_t(i) + 1] = make_float2(in[2 * plane + i], in[3 * plane + i]);
}

void full_sectors(float* out, const float* in, int count) {
  halves_kernel<<<(count + 255) / 256, 256>>>(reinterpret_cast<float2*>(out), in, count);
}
