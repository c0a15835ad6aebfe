// Each thread makes 64 pixels that lie side by side: neighbouring lanes are 1 KiB apart, and a sector waits for its second half.
// fails: Memory.SentToL2: each sector is to be sent once
#include <cuda_runtime.h>

__global__ void stretches(float* out, const float* in, int count) {
  const int first = 64 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < min(first + 64, count); ++i)
    for (int p = 0; p < 4; ++p) out[4 * std::size_t(i) + p] = in[std::size_t(p) * count + i];
}

void full_sectors(float* out, const float* in, int count) { stretches<<<(count + 8191) / 8192, 128>>>(out, in, count); }
