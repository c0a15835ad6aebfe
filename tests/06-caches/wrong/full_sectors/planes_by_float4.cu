// Four pixels a thread: a float4 of each plane, wherever the plane begins.
// fails: Correctness.FewPixels: which is not a multiple of 16
#include <cuda_runtime.h>

__global__ void four_pixels(float4* out, const float* in, int count) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i + 3 < count) {
    float4 plane[4];
    for (int p = 0; p < 4; ++p) plane[p] = *reinterpret_cast<const float4*>(in + size_t(p) * count + i);
    out[i] = {plane[0].x, plane[1].x, plane[2].x, plane[3].x};
    out[i + 1] = {plane[0].y, plane[1].y, plane[2].y, plane[3].y};
    out[i + 2] = {plane[0].z, plane[1].z, plane[2].z, plane[3].z};
    out[i + 3] = {plane[0].w, plane[1].w, plane[2].w, plane[3].w};
  } else {
    for (int j = i; j < count; ++j)
      out[j] = {in[j], in[size_t(count) + j], in[2 * size_t(count) + j], in[3 * size_t(count) + j]};
  }
}
void full_sectors(float* out, const float* in, int count) {
  four_pixels<<<(count + 511) / 512, 128>>>(reinterpret_cast<float4*>(out), in, count);
}
