// What is told of a kernel whose __launch_bounds__ allow fewer threads than the device.
// prints: bounded 256, of a template 64, unbounded 1024
// prints: suggested 256 64 1024, never more than 64
// prints: at the bound cudaSuccess
// Source: CUDA C++ Programming Guide, "Launch Bounds"; cudaFuncGetAttributes gives the bound on an H200, and
// cuda_occupancy.h looks for a block up to it.
#include <cstdio>

constexpr int threads = 256;

__global__ void __launch_bounds__(threads, 4) bounded(int* p) {
  if (p) *p = 1;
}
template <int warps>
__global__ void __launch_bounds__(32 * warps) some(int* p) {
  if (p) *p = warps;
}
__global__ void unbounded(int* p) {
  if (p) *p = 1;
}

template <typename Kernel>
int told(Kernel* kernel) {
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, kernel);
  return attributes.maxThreadsPerBlock;
}
template <typename Kernel>
int suggested(Kernel* kernel, int limit = 0) {
  int grid = 0, block = 0;
  cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 0, limit);
  return block;
}

int main() {
  printf("bounded %d, of a template %d, unbounded %d\n", told(bounded), told(some<2>), told(unbounded));
  printf("suggested %d %d %d, never more than %d\n", suggested(bounded), suggested(some<2>), suggested(unbounded),
      suggested(bounded, 64));
  bounded<<<1, told(bounded)>>>(nullptr);
  printf("at the bound %s\n", cudaGetErrorName(cudaGetLastError()));
}
