// Every thread adds to *sum, with +=.
// fails: Correctness.InOrder: count = 2: block (0,0)
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void sum_soa(int* sum, const int* c, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) *sum += c[i];
}

__global__ void sum_aos(int* sum, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) *sum += in[i].c;
}

void one_field_soa(int* sum, Arrays in, int count) {
  cudaMemset(sum, 0, sizeof(int));
  sum_soa<<<(count + 255) / 256, 256>>>(sum, in.c, count);
}

void one_field_aos(int* sum, const Item* in, int count) {
  cudaMemset(sum, 0, sizeof(int));
  sum_aos<<<(count + 255) / 256, 256>>>(sum, in, count);
}
