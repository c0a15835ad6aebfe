// Doubles numbers on the GPU: the whole program, with every call checked.
// Run: ./course profile tests/00-first-kernel/programs/first.cu [-- HOW_MANY]
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// [kernel]
__global__ void twice(float* data, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) data[i] = 2 * data[i];
}
// [/kernel]

// [check]
void check(cudaError_t error, const char* call) {
  if (error == cudaSuccess) return;
  std::printf("%s: %s\n", call, cudaGetErrorString(error));
  std::exit(1);
}
// [/check]

int main(int argc, char** argv) {
  // [host]
  const int count = argc > 1 ? std::atoi(argv[1]) : 1000;
  std::vector<float> numbers(count, 3);
  const std::size_t bytes = count * sizeof(float);

  float* data = nullptr;
  check(cudaMalloc(&data, bytes), "cudaMalloc");
  check(cudaMemcpy(data, numbers.data(), bytes, cudaMemcpyHostToDevice), "the copy to the GPU");

  // [launch]
  const int block = 256;
  twice<<<(count + block - 1) / block, block>>>(data, count);
  // [/launch]
  check(cudaGetLastError(), "the launch");
  check(cudaDeviceSynchronize(), "the kernel");

  check(cudaMemcpy(numbers.data(), data, bytes, cudaMemcpyDeviceToHost), "the copy back");
  check(cudaFree(data), "cudaFree");
  // [/host]
  std::printf("2 * 3 = %g\n", numbers[count - 1]);
}
