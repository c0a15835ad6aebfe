// Each lane loads one float of each plane for a pixel, and four lanes exchange theirs, so that a warp stores 128 bytes a time.
#include <cuda_runtime.h>

__global__ void exchanged(float* out, const float* in, std::size_t count) {
  const std::size_t warp = (std::size_t(blockIdx.x) * blockDim.x + threadIdx.x) / 32 * 32, lane = threadIdx.x % 32;
  float mine[4] = {};
  for (int p = 0; p < 4; ++p)
    if (warp + lane < count) mine[p] = in[p * count + warp + lane];
  for (int part = 0; part < 4; ++part) {
    float given[4];
    for (int p = 0; p < 4; ++p) given[p] = __shfl_sync(~0u, mine[p], int(8 * part + lane / 4));
    const std::size_t at = 4 * warp + 32 * part + lane;
    if (at < 4 * count) out[at] = given[lane % 4];
  }
}

void full_sectors(float* out, const float* in, int count) { exchanged<<<(count + 127) / 128, 128>>>(out, in, count); }
