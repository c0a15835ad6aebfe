// Legal: the last block adds up the partial sums and sets back the number by which it knows itself.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__device__ unsigned finished;

template <typename Field>
__global__ void sum_kernel(int* sum, int* partial, int count, Field field) {
  __shared__ int block_sum;
  __shared__ bool last;
  if (threadIdx.x == 0) block_sum = 0;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) atomicAdd(&block_sum, field(i));
  __syncthreads();
  if (threadIdx.x == 0) {
    partial[blockIdx.x] = block_sum;
    __threadfence();
    last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last || threadIdx.x != 0) return;
  __threadfence();
  int total = 0;
  for (unsigned block = 0; block < gridDim.x; ++block) total += reinterpret_cast<volatile int*>(partial)[block];
  *sum = total;
}

struct OfArray {
  const int* c;
  __device__ int operator()(int i) const { return c[i]; }
};
struct OfItems {
  const Item* in;
  __device__ int operator()(int i) const { return in[i].c; }
};

template <typename Field>
static void add_up(int* sum, int count, Field field) {
  const int blocks = (count + 255) / 256;
  int* partial = nullptr;
  cudaMalloc(&partial, blocks * sizeof(int));
  sum_kernel<<<blocks, 256>>>(sum, partial, count, field);
  cudaDeviceSynchronize();
  cudaFree(partial);
}

void one_field_soa(int* sum, Arrays in, int count) { add_up(sum, count, OfArray{in.c}); }
void one_field_aos(int* sum, const Item* in, int count) { add_up(sum, count, OfItems{in}); }
