// Each thread sums eight neighbouring objects: neighbouring lanes are far apart.
// fails: Memory.Soa: neighbouring lanes are 32 bytes apart and ask for 4 each
// fails: Memory.Aos: neighbouring lanes are 128 bytes apart
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
  const int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  int value = 0;
  for (int i = first; i < min(first + 8, count); ++i) value += c[i];
  add_block_sum(sum, value);
}

__global__ void sum_aos_kernel(int* sum, const Item* in, int count) {
  const int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  int value = 0;
  for (int i = first; i < min(first + 8, count); ++i) value += in[i].c;
  add_block_sum(sum, value);
}

void one_field_soa(int* sum, Arrays in, int count) {
  const int block = 256;
  cudaMemset(sum, 0, sizeof(int));
  sum_soa_kernel<<<(count + 8 * block - 1) / (8 * block), block>>>(sum, in.c, count);
}

void one_field_aos(int* sum, const Item* in, int count) {
  const int block = 256;
  cudaMemset(sum, 0, sizeof(int));
  sum_aos_kernel<<<(count + 8 * block - 1) / (8 * block), block>>>(sum, in, count);
}
