// Partial sums in memory of its own, then a second kernel with one block.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

// in[i * step] for all i below count: 64 partial sums.
__global__ void partial(int* sums, const int* in, int step, int count) {
  int value = 0;
  for (int i = blockIdx.x * 128 + threadIdx.x; i < count; i += 64 * 128) value += in[i * step];
  __shared__ int values[128];
  values[threadIdx.x] = value;
  __syncthreads();
  if (threadIdx.x > 0) return;
  for (int k = 1; k < 128; ++k) value += values[k];
  sums[blockIdx.x] = value;
}

__global__ void total(int* sum, const int* sums) {
  int value = 0;
  for (int k = 0; k < 64; ++k) value += sums[k];
  *sum = value;
}

void add_up(int* sum, const int* in, int step, int count) {
  int* sums = nullptr;
  cudaMalloc(&sums, 64 * sizeof(int));
  partial<<<64, 128>>>(sums, in, step, count);
  total<<<1, 1>>>(sum, sums);
  cudaFree(sums);
}

void one_field_soa(int* sum, Arrays in, int count) { add_up(sum, in.c, 1, count); }
void one_field_aos(int* sum, const Item* in, int count) { add_up(sum, &in->c, 4, count); }
