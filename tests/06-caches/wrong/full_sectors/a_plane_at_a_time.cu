// What the lab begins with: a launch for each plane.
// fails: Memory.FilledFromDram: is filled when L2 gives it up
#include <cuda_runtime.h>

__global__ void one_plane(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[4 * std::size_t(i)] = in[i];
}

void full_sectors(float* out, const float* in, int count) {
  for (int p = 0; p < 4; ++p) one_plane<<<(count + 255) / 256, 256>>>(out + p, in + std::size_t(p) * count, count);
}
