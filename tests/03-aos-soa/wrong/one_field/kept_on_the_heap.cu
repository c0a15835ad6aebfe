// Every block takes an int of the device's heap for its sum, and none gives it back.
// fails: Correctness.SoaNothingIsLeftBehind: bytes of memory of the device's heap
// fails: Correctness.AosNothingIsLeftBehind: bytes of memory of the device's heap
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__device__ void hand_in(int* total, int mine) {
  __shared__ int* of_block;
  if (threadIdx.x == 0) of_block = new int(0);
  __syncthreads();
  mine = __reduce_add_sync(0xFFFFFFFF, mine);
  if (threadIdx.x % 32 == 0) atomicAdd(of_block, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, *of_block);
}

__global__ void from_arrays(int* total, const int* c, int objects) {
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < objects; i += gridDim.x * blockDim.x) mine += c[i];
  hand_in(total, mine);
}
__global__ void from_items(int* total, const Item* items, int objects) {
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < objects; i += gridDim.x * blockDim.x) mine += items[i].c;
  hand_in(total, mine);
}

void one_field_soa(int* sum, Arrays in, int count) {
  cudaMemsetAsync(sum, 0, 4);
  from_arrays<<<(count - 1) / 128 + 1, 128>>>(sum, in.c, count);
}
void one_field_aos(int* sum, const Item* in, int count) {
  cudaMemsetAsync(sum, 0, 4);
  from_items<<<(count - 1) / 128 + 1, 128>>>(sum, in, count);
}
