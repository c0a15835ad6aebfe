// The sum is a float.
// fails: Correctness.InOrder: count = 2: *sum should be -44868594 (the sum of field c) but is
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__device__ void add_block_sum(int* sum, int value) {
  __shared__ float values[256];
  values[threadIdx.x] = value;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(sum, int(values[0]));
}

__global__ void sum_soa_kernel(int* sum, const int* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_block_sum(sum, i < count ? c[i] : 0);
}

__global__ void sum_aos_kernel(int* sum, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_block_sum(sum, i < count ? in[i].c : 0);
}

void one_field_soa(int* sum, Arrays in, int count) {
  const int block = 256;
  cudaMemset(sum, 0, sizeof(int));
  sum_soa_kernel<<<(count + block - 1) / block, block>>>(sum, in.c, count);
}

void one_field_aos(int* sum, const Item* in, int count) {
  const int block = 256;
  cudaMemset(sum, 0, sizeof(int));
  sum_aos_kernel<<<(count + block - 1) / block, block>>>(sum, in, count);
}
