// Reads all four fields, and uses one of them.
// fails: Memory.Soa: your loads fetch 4 bytes for each byte of field c, 1 would do
// fails: Memory.Aos: your loads fetch 16 bytes
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__device__ int only_c(int a, int b, int c, int d) { return a == 1 << 30 && b == a && d == a ? 0 : c; }

__device__ void add_block_sum(int* sum, int value) {
  __shared__ int values[256];
  values[threadIdx.x] = value;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(sum, values[0]);
}

__global__ void sum_soa_kernel(int* sum, Arrays in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_block_sum(sum, i < count ? only_c(in.a[i], in.b[i], in.c[i], in.d[i]) : 0);
}

__global__ void sum_aos_kernel(int* sum, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_block_sum(sum, i < count ? only_c(in[i].a, in[i].b, in[i].c, in[i].d) : 0);
}

void one_field_soa(int* sum, Arrays in, int count) {
  const int block = 256;
  cudaMemset(sum, 0, sizeof(int));
  sum_soa_kernel<<<(count + block - 1) / block, block>>>(sum, in, count);
}

void one_field_aos(int* sum, const Item* in, int count) {
  const int block = 256;
  cudaMemset(sum, 0, sizeof(int));
  sum_aos_kernel<<<(count + block - 1) / block, block>>>(sum, in, count);
}
