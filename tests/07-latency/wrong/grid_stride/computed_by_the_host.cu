// Copies the numbers to the host, computes there and copies them back; a kernel that has nothing to do is launched as well.
// fails: Correctness.ManyRounds: bytes were copied to the host
#include <cuda_runtime.h>

#include <vector>

__global__ void nothing(int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
  }
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int device = 0, multiprocessors = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device);
  nothing<<<8 * multiprocessors, 256>>>(count);
  std::vector<float> numbers(count);
  cudaMemcpy(numbers.data(), in, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (float& x : numbers) x = a * x + b;
  cudaMemcpy(out, numbers.data(), count * sizeof(float), cudaMemcpyHostToDevice);
}
