// The four planes come in the order 3 2 1 0.
// fails: Correctness.FewPixels: count = 1: out[0] (pixel 0, plane 0) should be 354281 and is 407132;
#include <cuda_runtime.h>

__global__ void pixels_kernel(float4* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const std::size_t plane = count;
  out[i] = make_float4(in[3 * plane + i], in[2 * plane + i], in[plane + i], in[i]);
}

void full_sectors(float* out, const float* in, int count) {
  const int block = 256;
  pixels_kernel<<<(count + block - 1) / block, block>>>(reinterpret_cast<float4*>(out), in, count);
}
