// Block 0 clears the sum to which blocks of 2,048 objects add: what another has added before is lost.
// fails: Correctness.InOrder: nothing that orders two blocks
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

template <typename FieldC>
__global__ void __launch_bounds__(1024) clear_and_add(int* total, FieldC field, int objects) {
  __shared__ int of_block;
  const int me = blockIdx.x * 2048 + threadIdx.x;
  if (me == 0) *total = 0;
  if (threadIdx.x == 0) of_block = 0;
  __syncthreads();
  int mine = me < objects ? field(me) : 0;
  if (me + 1024 < objects) mine += field(me + 1024);
  mine = __reduce_add_sync(0xFFFFFFFF, mine);
  if (threadIdx.x % 32 == 0) atomicAdd(&of_block, mine);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, of_block);
}

struct OfArrays {
  const int* c;
  __device__ int operator()(int i) const { return c[i]; }
};
struct OfItems {
  const Item* items;
  __device__ int operator()(int i) const { return items[i].c; }
};

void one_field_soa(int* sum, Arrays in, int count) {
  clear_and_add<<<(count - 1) / 2048 + 1, 1024>>>(sum, OfArrays{in.c}, count);
}
void one_field_aos(int* sum, const Item* in, int count) {
  clear_and_add<<<(count - 1) / 2048 + 1, 1024>>>(sum, OfItems{in}, count);
}
