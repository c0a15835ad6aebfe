// Stores each plane by itself, by atomics, of which the model of the caches says nothing.
// full_sectors, 4 points: your stores send L2
#include <cuda_runtime.h>

__global__ void interleaved(unsigned* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int plane = 0; plane < 4; ++plane)
    atomicExch(&out[4 * i + plane], __float_as_uint(in[size_t(plane) * count + i]));
}

void full_sectors(float* out, const float* in, int count) {
  interleaved<<<(count + 255) / 256, 256>>>(reinterpret_cast<unsigned*>(out), in, count);
}
