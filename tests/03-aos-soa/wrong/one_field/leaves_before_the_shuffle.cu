// Threads without an object leave in front of a shuffle that waits for all 32.
// fails: Correctness.InOrder: has ended and never arrives
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__device__ void add_warp(int* sum, int value) {
  for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(0xFFFFFFFF, value, distance);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, value);
}

__global__ void sum_soa_kernel(int* sum, const int* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) add_warp(sum, c[i]);
}
__global__ void sum_aos_kernel(int* sum, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) add_warp(sum, in[i].c);
}

void one_field_soa(int* sum, Arrays in, int count) {
  cudaMemset(sum, 0, sizeof(int));
  sum_soa_kernel<<<(count + 255) / 256, 256>>>(sum, in.c, count);
}
void one_field_aos(int* sum, const Item* in, int count) {
  cudaMemset(sum, 0, sizeof(int));
  sum_aos_kernel<<<(count + 255) / 256, 256>>>(sum, in, count);
}
