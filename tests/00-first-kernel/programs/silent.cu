// Doubles 2048 numbers, or does it? It compiles without a warning and ends with status 0.
// Run: ./course sanitize tests/00-first-kernel/programs/silent.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

// [program]
__global__ void twice(float* data) { data[threadIdx.x] = 2 * data[threadIdx.x]; }

int main() {
  const int count = 2048;
  std::vector<float> numbers(count, 3);
  float* data;
  cudaMalloc(&data, count * sizeof(float));
  cudaMemcpy(data, numbers.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  twice<<<1, count>>>(data);
  cudaMemcpy(numbers.data(), data, count * sizeof(float), cudaMemcpyDeviceToHost);
  cudaFree(data);
  std::printf("2 * 3 = %g\n", numbers[0]);
}
// [/program]
