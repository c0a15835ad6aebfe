// The line is computed in the place of in, copied to out, and in is written again from a copy.
// fails: Correctness.WholeBlocks: writes in at byte
#include <cuda_runtime.h>

__global__ void line(float* in, float a, float b, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) in[i] = a * in[i] + b;
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  if (count <= 0) return;
  float *const work = const_cast<float*>(in), *before = nullptr;
  cudaMalloc(&before, count * sizeof(float));
  cudaMemcpy(before, in, count * sizeof(float), cudaMemcpyDeviceToDevice);
  line<<<(count + 255) / 256, 256>>>(work, a, b, count);
  cudaMemcpy(out, in, count * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaMemcpy(work, before, count * sizeof(float), cudaMemcpyDeviceToDevice);
  cudaFree(before);
}
