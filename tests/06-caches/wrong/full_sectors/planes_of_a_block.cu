// A block takes a stretch of each plane, one plane after the other: its stores go to the same sectors, but four times.
// fails: Memory.SentToL2: each sector is to be sent once
#include <cuda_runtime.h>

__global__ void stretch(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (std::size_t p = 0; p < 4; ++p) {
    if (i < count) out[4 * std::size_t(i) + p] = in[p * count + i];
    __syncthreads();
  }
}

void full_sectors(float* out, const float* in, int count) { stretch<<<(count + 255) / 256, 256>>>(out, in, count); }
