// The last plane goes through fminf, which drops what is no number.
// fails: Correctness.ManyPixels: and is
#include <cuda_runtime.h>
__global__ void gather(float4* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = make_float4(in[i], in[size_t(count) + i], in[2 * size_t(count) + i], fminf(in[3 * size_t(count) + i], 1e30f));
}
void full_sectors(float* out, const float* in, int count) {
  gather<<<(count + 255) / 256, 256>>>(reinterpret_cast<float4*>(out), in, count);
}
