// Sums numbers on the device and on the host. Run: sum N
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

#include "sums.hpp"

int main(int argc, char** argv) {
  std::vector<int> values(argc > 1 ? std::atoi(argv[1]) : 1000);
  std::iota(values.begin(), values.end(), 1);
  int* on_device = nullptr;
  Total *total = nullptr, found, expected;
  for (const int value : values) expected.add({value, 1});
  if (cudaMalloc(&on_device, values.size() * sizeof(int)) || cudaMalloc(&total, sizeof(Total))) return 2;
  if (cudaMemcpy(on_device, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice)) return 2;
  sum_up(on_device, int(values.size()), total);
  if (cudaMemcpy(&found, total, sizeof found, cudaMemcpyDeviceToHost)) return 2;
  cudaFree(on_device);
  cudaFree(total);
  std::printf("%lld of %lld values\n", found.sum, found.values);
  return found.sum == expected.sum && found.values == expected.values ? 0 : 1;
}
