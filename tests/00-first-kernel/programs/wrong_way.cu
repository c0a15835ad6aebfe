// A copy that goes the wrong way.
// Run: ./course sanitize tests/00-first-kernel/programs/wrong_way.cu
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void twice(float* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = 2 * data[i];
}

void check(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", call, cudaGetErrorString(error));
  std::exit(1);
}

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<float> numbers(count, 3);
  const std::size_t bytes = count * sizeof(float);

  float* data = nullptr;
  check(cudaMalloc(&data, bytes), "cudaMalloc");
  check(cudaMemcpy(data, numbers.data(), bytes, cudaMemcpyHostToDevice), "the copy to the GPU");

  const int block = 256;
  twice<<<(count + block - 1) / block, block>>>(data, count);
  check(cudaGetLastError(), "the launch");
  check(cudaDeviceSynchronize(), "the kernel");

  check(cudaMemcpy(data, numbers.data(), bytes, cudaMemcpyDeviceToHost), "the copy back");
  check(cudaFree(data), "cudaFree");
  std::printf("2 * 3 = %g\n", numbers[count - 1]);
}
