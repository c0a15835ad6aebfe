// The grid grows with count up to 16,384 blocks of 64 threads, and no thread has a second object.
// fails: Correctness.AnyGrid: the grid is the same for every large count, 1048576 threads
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void join(Item* out, const Item* in, int count) {
  const int mine = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (mine >= count) return;
  Item& to = out[mine];
  const Item& from = in[mine];
  to.a += from.a, to.b += from.b, to.c += from.c, to.d += from.d;
}

void add_aos(Item* out, const Item* in, int count) {
  const int needed = (count + 63) / 64, blocks = needed > 16384 ? 16384 : needed;
  join<<<blocks, 64>>>(out, in, count);
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  for (Item* const end = out + count; out != end; ++out, ++in)
    out->a += in->a, out->b += in->b, out->c += in->c, out->d += in->d;
}
