// Each float is exchanged into its place.
// fails: Memory.FilledFromDram: a sector that is stored in part
#include <cuda_runtime.h>

__global__ void exchanged(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int p = 0; p < 4; ++p) atomicExch(&out[4 * size_t(i) + p], in[size_t(p) * count + i]);
}
void full_sectors(float* out, const float* in, int count) { exchanged<<<(count + 255) / 256, 256>>>(out, in, count); }
