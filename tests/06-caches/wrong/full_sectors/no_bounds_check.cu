// The last block goes on past the end.
// fails: Correctness.FewPixels: past the end of
#include <cuda_runtime.h>

__global__ void beyond(float4* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = make_float4(in[i], in[count + i], in[2 * count + i], in[3 * count + i]);
}

void full_sectors(float* out, const float* in, int count) {
  beyond<<<(count + 255) / 256, 256>>>(reinterpret_cast<float4*>(out), in, count);
}
