// The sum is made in page-locked memory, waited for, and freed.
// Legal: the lab asks for nothing else.
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

static int* pinned() {
  int* total;
  cudaMallocHost(&total, sizeof(int));
  *total = 0;
  return total;
}
static void take(int* sum, int* total) {
  cudaDeviceSynchronize();
  cudaMemcpy(sum, total, sizeof(int), cudaMemcpyHostToDevice);
  cudaFreeHost(total);
}

void one_field_soa(int* sum, Arrays in, int count) {
  int* total = pinned();
  sum_soa<<<(count + 255) / 256, 256>>>(total, in.c, count);
  take(sum, total);
}

void one_field_aos(int* sum, const Item* in, int count) {
  int* total = pinned();
  sum_aos<<<(count + 255) / 256, 256>>>(total, in, count);
  take(sum, total);
}
