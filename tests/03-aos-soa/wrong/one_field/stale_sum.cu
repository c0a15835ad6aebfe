// The sum is set to 0 once.
// fails: Correctness.InOrder: count = 33: *sum should be -23015492 (the sum of field c) but is
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__device__ void add_block_sum(int* sum, int value) {
  __shared__ int values[256];
  values[threadIdx.x] = value;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(sum, values[0]);
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
  static bool cleared = false;
  if (!cleared) cudaMemset(sum, 0, sizeof(int));
  cleared = true;
  sum_aos_kernel<<<(count + block - 1) / block, block>>>(sum, in, count);
}
