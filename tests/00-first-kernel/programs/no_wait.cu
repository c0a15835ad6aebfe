// Memory that both sides may touch, and a host that does not wait.
// Run: ./course sanitize tests/00-first-kernel/programs/no_wait.cu
#include <cuda_runtime.h>

#include <cstdio>

// [program]
__global__ void twice(float* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = 2 * data[i];
}

int main() {
  const int count = 1000;
  float* data;
  cudaMallocManaged(&data, count * sizeof(float));
  for (int i = 0; i < count; ++i) data[i] = 3;
  twice<<<4, 256>>>(data, count);
  std::printf("2 * 3 = %g\n", data[0]);  // the kernel may not even have begun
  cudaDeviceSynchronize();
  std::printf("2 * 3 = %g\n", data[0]);
  cudaFree(data);
}
// [/program]
