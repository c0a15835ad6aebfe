// Calls that cuda_runtime.h has for C++ alone: with flags behind what C's take, and of any type of pointer.
// prints: invalid resource handle
// prints: 28 28
// prints: 264 x 1024, 264 x 1024, 512
#include <cuda_runtime.h>

#include <cstdio>
#include <numeric>

__global__ void sum(const int* in, int n, int* out) {
  int total = 0;
  for (int i = 0; i < n; ++i) total += in[i];
  *out = total;
}

int main() {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin, cudaEventDisableTiming);
  cudaEventCreate(&end, cudaEventDefault);
  cudaEventRecord(begin);
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float milliseconds;
  printf("%s\n", cudaGetErrorString(cudaEventElapsedTime(&milliseconds, begin, end)));
  cudaGetLastError();

  int *in, *out;
  void* more;
  cudaMallocHost(&in, 8 * sizeof(int), cudaHostAllocMapped);
  cudaMallocHost(&more, sizeof(int), cudaHostAllocPortable);
  out = static_cast<int*>(more);
  std::iota(in, in + 8, 0);
  sum<<<1, 1>>>(in, 8, out);
  cudaDeviceSynchronize();
  printf("%d %d\n", *out, std::accumulate(in, in + 8, 0));

  int grid, block, other_grid, other_block, most;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, sum, 0, 0);
  cudaOccupancyMaxPotentialBlockSizeWithFlags(&other_grid, &other_block, sum, 0, 0, cudaOccupancyDefault);
  int least;
  cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      &least, &most, sum, [](int) { return 0; }, 512, cudaOccupancyDefault);
  printf("%d x %d, %d x %d, %d\n", grid, block, other_grid, other_block, most);
  return 0;
}
