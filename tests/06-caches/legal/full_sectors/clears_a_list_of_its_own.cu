// Clears memory of its own by cudaMemset, and none of the caller's.
#include <cuda_runtime.h>
__global__ void pixels(float4* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] = make_float4(in[i], in[count + i], in[2 * count + i], in[3 * count + i]);
}
void full_sectors(float* out, const float* in, int count) {
  int* pixels_done = nullptr;
  cudaMalloc(&pixels_done, sizeof(int));
  cudaMemset(pixels_done, 0, sizeof(int));
  pixels<<<(count + 255) / 256, 256>>>(reinterpret_cast<float4*>(out), in, count);
  cudaDeviceSynchronize();
  cudaFree(pixels_done);
}
