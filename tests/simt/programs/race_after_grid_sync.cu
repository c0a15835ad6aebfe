// Blocks that write to the same place after they have waited for each other: what grid.sync() orders lies before it.
// environment: SIMT_CHECK=race
// expect: race global line 13 block (1,0,0) thread (0,0,0) says "block (0,0), thread (0,0) has written it"
#include <cooperative_groups.h>

#include <cstdio>

__global__ void collect(int* out, int* total) {
  out[blockIdx.x] = blockIdx.x;
  cooperative_groups::this_grid().sync();
  const int other = out[1 - blockIdx.x];  // written before the barrier
  cooperative_groups::this_grid().sync();
  if (threadIdx.x == 0) *total = other;
}

int main() {
  int *out = nullptr, *total = nullptr;
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMalloc(&total, sizeof(int));
  void* arguments[] = {&out, &total};
  cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(collect), dim3(2), dim3(1), arguments, 0, nullptr);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaFree(total);
}
