// Two kernels with a partial sum for each warp, freed in the end.
// Legal: the lab asks for nothing else.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void sum_soa(int* part, const int* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < count ? c[i] : 0;
  for (int apart = 16; apart; apart /= 2) value += __shfl_down_sync(~0u, value, apart);
  if (threadIdx.x % 32 == 0) part[i / 32] = value;
}
__global__ void sum_aos(int* part, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < count ? in[i].c : 0;
  for (int apart = 16; apart; apart /= 2) value += __shfl_down_sync(~0u, value, apart);
  if (threadIdx.x % 32 == 0) part[i / 32] = value;
}
__global__ void sum_parts(int* sum, const int* part, int parts) {
  int value = 0;
  for (int i = threadIdx.x; i < parts; i += 32) value += part[i];
  for (int apart = 16; apart; apart /= 2) value += __shfl_down_sync(~0u, value, apart);
  if (threadIdx.x == 0) *sum = value;
}

void one_field_soa(int* sum, Arrays in, int count) {
  const int blocks = (count + 255) / 256;
  int* part;
  cudaMalloc(&part, blocks * 8 * sizeof(int));
  sum_soa<<<blocks, 256>>>(part, in.c, count);
  sum_parts<<<1, 32>>>(sum, part, blocks * 8);
  cudaFree(part);
}

void one_field_aos(int* sum, const Item* in, int count) {
  const int blocks = (count + 255) / 256;
  int* part;
  cudaMalloc(&part, blocks * 8 * sizeof(int));
  sum_aos<<<blocks, 256>>>(part, in, count);
  sum_parts<<<1, 32>>>(sum, part, blocks * 8);
  cudaFree(part);
}
