// The host does the work in page-locked memory, and a kernel copies the results from there.
// fails: Correctness.OnTheDevice: were copied to the host
#include <cuda_runtime.h>

__global__ void copy_kernel(float* out, const float* from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = from[i];
}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  float* values;
  cudaMallocHost(&values, count * sizeof(float));
  cudaMemcpy(values, in, count * sizeof(float), cudaMemcpyDefault);
  for (int i = 0; i < count; ++i) values[i] = a * values[i] + b;
  copy_kernel<<<(count + 255) / 256, 256>>>(out, values, count);
  cudaDeviceSynchronize();
  cudaFreeHost(values);
}
