// The host does the work, and a kernel only looks as if it did.
// fails: Correctness.OnTheDevice: the work is the device's
#include <cuda_runtime.h>

#include <vector>

__global__ void nothing() {}

void first_kernel(float* out, const float* in, float a, float b, int count) {
  std::vector<float> numbers(count);
  cudaMemcpy(numbers.data(), in, count * sizeof(float), cudaMemcpyDeviceToHost);
  for (float& number : numbers) number = a * number + b;
  cudaMemcpy(out, numbers.data(), count * sizeof(float), cudaMemcpyHostToDevice);
  nothing<<<1, 1>>>();
}
