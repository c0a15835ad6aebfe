// Keeps the sum of each address.
// fails: Correctness.SoaSameAddressesAgain: keeps something from call to call and finds it again by its address
#include <cuda_runtime.h>

#include <map>

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

void one_field_soa(int* sum, Arrays in, int count) {
  static std::map<const int*, int> sums;
  if (sums.count(in.c)) {
    cudaMemcpy(sum, &sums[in.c], sizeof(int), cudaMemcpyHostToDevice);
    return;
  }
  cudaMemset(sum, 0, sizeof(int));
  sum_soa<<<(count + 255) / 256, 256>>>(sum, in.c, count);
  cudaMemcpy(&sums[in.c], sum, sizeof(int), cudaMemcpyDeviceToHost);
}

void one_field_aos(int* sum, const Item* in, int count) {
  cudaMemset(sum, 0, sizeof(int));
  sum_aos<<<(count + 255) / 256, 256>>>(sum, in, count);
}
