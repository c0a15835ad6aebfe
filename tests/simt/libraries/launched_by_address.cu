// A program that launches its own kernel by its bare address, and uses Thrust, whose kernels have parameters of all kinds.
// prints: 67 left, the last is 99
// prints: 3
#include <thrust/device_vector.h>
#include <thrust/remove.h>

#include <cstdio>

__global__ void set(int* out) { *out = 3; }

int main() {
  thrust::device_vector<int> values(100);
  for (int i = 0; i < 100; ++i) values[i] = i % 3 == 1 ? -1 : i;
  const auto end = thrust::remove(values.begin(), values.end(), -1);
  printf("%d left, the last is %d\n", int(end - values.begin()), int(*(end - 1)));
  int* out = thrust::raw_pointer_cast(values.data());
  void* arguments[] = {&out};
  cudaLaunchKernel((const void*)set, dim3(1), dim3(1), arguments);
  printf("%d\n", int(values[0]));
}
