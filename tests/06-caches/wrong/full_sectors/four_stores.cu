// Four stores a thread, one after the other: L2 puts the sectors together, but is sent each of them four times.
// fails: Memory.SentToL2: each sector is to be sent once
#include <cuda_runtime.h>

__global__ void by_floats(float* out, const float* in, int count) {
  const int pixel = blockDim.x * blockIdx.x + threadIdx.x;
  if (pixel >= count) return;
#pragma unroll
  for (int p = 0; p < 4; ++p) out[4 * std::size_t(pixel) + p] = in[std::size_t(p) * count + pixel];
}

void full_sectors(float* out, const float* in, int count) { by_floats<<<(count + 511) / 512, 512>>>(out, in, count); }
