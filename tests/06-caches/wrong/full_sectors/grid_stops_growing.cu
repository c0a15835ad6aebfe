// At most 32,768 blocks of 256 threads, and no loop.
// fails: Correctness.AnyGrid: the grid is the same for every large count, 8388608 threads
#include <cuda_runtime.h>

struct alignas(16) Pixel {
  float plane[4];
};
__global__ void gather(Pixel* pixels, const float* in, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i = count) {
    Pixel pixel;
#pragma unroll
    for (int p = 0; p < 4; ++p) pixel.plane[p] = in[size_t(p) * count + i];
    pixels[i] = pixel;
  }
}
void full_sectors(float* out, const float* in, int count) {
  gather<<<(count + 255) / 256 < 32768 ? (count + 255) / 256 : 32768, 256>>>(reinterpret_cast<Pixel*>(out), in, count);
}
