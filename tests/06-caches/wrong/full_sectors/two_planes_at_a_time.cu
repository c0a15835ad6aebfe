// Two planes in a launch: half of a pixel, and half of every sector.
// fails: Memory.FilledFromDram: is filled when L2 gives it up
#include <cuda_runtime.h>

__global__ void two_planes(float2* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[2 * std::size_t(i)] = make_float2(in[i], in[std::size_t(count) + i]);
}

void full_sectors(float* out, const float* in, int count) {
  float2* halves = reinterpret_cast<float2*>(out);
  two_planes<<<(count + 127) / 128, 128>>>(halves, in, count);
  two_planes<<<(count + 127) / 128, 128>>>(halves + 1, in + 2 * std::size_t(count), count);
}
