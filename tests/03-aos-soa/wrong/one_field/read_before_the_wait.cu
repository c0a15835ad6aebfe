// Reads page-locked memory before the kernel that writes it is done.
// fails: Correctness.SoaAnyOrderOfStreams: in another order that CUDA allows
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__device__ void add_up(int* sum, int value) {
  for (int apart = 16; apart; apart /= 2) value += __shfl_down_sync(~0u, value, apart);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, value);
}

__global__ void sum_soa(int* sum, const int* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_up(sum, i < count ? c[i] : 0);
}

__global__ void sum_aos(int* sum, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_up(sum, i < count ? in[i].c : 0);
}

void one_field_soa(int* sum, Arrays in, int count) {
  int* total;
  cudaMallocHost(&total, sizeof(int));
  *total = 0;
  sum_soa<<<(count + 255) / 256, 256>>>(total, in.c, count);
  const int all = *total;
  cudaMemcpy(sum, &all, sizeof(int), cudaMemcpyHostToDevice);
  cudaFreeHost(total);
}

void one_field_aos(int* sum, const Item* in, int count) {
  cudaMemset(sum, 0, sizeof(int));
  sum_aos<<<(count + 255) / 256, 256>>>(sum, in, count);
}
