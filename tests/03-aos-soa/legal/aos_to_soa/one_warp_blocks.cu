// Blocks of a warp, dynamic shared memory, __syncwarp for a barrier.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

extern __shared__ int tile[];

__global__ void take_apart(Arrays out, const int* in, int count) {
  const int first = blockIdx.x * 32, lane = threadIdx.x;
  for (int step = 0; step < 4; ++step) {
    const int place = step * 32 + lane;
    if (4 * first + place < 4 * count) tile[place % 4 * 40 + place / 4] = in[4 * first + place];
  }
  __syncwarp();
  int* const outs[] = {out.a, out.b, out.c, out.d};
  for (int field = 0; field < 4; ++field)
    if (first + lane < count) outs[field][first + lane] = tile[field * 40 + lane];
}

void aos_to_soa(Arrays out, const Item* in, int count) {
  take_apart<<<(count + 31) / 32, 32, 4 * 40 * sizeof(int)>>>(out, &in->a, count);
}
