// Whole pixels where count is even, and single floats where it is odd.
// fails: Memory.SentOfAnyCount: your stores send L2
#include <cuda_runtime.h>

// A pixel's four floats are half a sector, and the next lane has the other half. So a warp
// stores whole sectors, at one time: L2 never has a part of one, and never asks DRAM for the
// rest.
__global__ void pixels_kernel(float4* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::size_t plane = count;
  if (count % 2 != 0) {
    for (int p = 0; p < 4; ++p) reinterpret_cast<float*>(out)[4 * i + p] = in[p * plane + i];
    return;
  }
  // Four loads, each along a plane: 4 sectors of 32 neighbouring floats.
  out[i] = make_float4(in[i], in[plane + i], in[2 * plane + i], in[3 * plane + i]);
}

// in: four planes of `count` floats, one behind the other; out: `count` pixels of four floats.
// Both are device memory.
void full_sectors(float* out, const float* in, int count) {
  const int block = 256;
  pixels_kernel<<<(count + block - 1) / block, block>>>(reinterpret_cast<float4*>(out), in, count);
}
