// Four planes become pixels, and every sector is written whole.
// Run: ./course test full_sectors.sim
#include <cuda_runtime.h>

// A pixel's four floats are half a sector, and the next lane has the other half. So a warp
// stores whole sectors, at one time: L2 never has a part of one, and never asks DRAM for the
// rest.
__global__ void pixels_kernel(float4* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::size_t plane = count;
  // Four loads, each along a plane: 4 sectors of 32 neighbouring floats.
  out[i] = make_float4(in[i], in[plane + i], in[2 * plane + i], in[3 * plane + i]);
}

// in: four planes of `count` floats, one behind the other; out: `count` pixels of four floats.
// Both are device memory.
void full_sectors(float* out, const float* in, int count) {
  const int block = 256;
  pixels_kernel<<<(count + block - 1) / block, block>>>(
      reinterpret_cast<float4*>(out), in, count);
}
