// A grid for 262,144 objects, whatever count is.
// fails: Correctness.AnyGrid: the grid is the same for every large count
#include <cuda_runtime.h>
struct Item { int a, b, c, d; };
__global__ void k(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i].a += in[i].a;
  out[i].b += in[i].b;
  out[i].c += in[i].c;
  out[i].d += in[i].d;
}
void add_aos(Item* out, const Item* in, int count) { k<<<1024, 256>>>(out, in, count); }
void add_aos_cpu(Item* out, const Item* in, int count) { for (int i = 0; i < count; ++i) { out[i].a += in[i].a; out[i].b += in[i].b; out[i].c += in[i].c; out[i].d += in[i].d; } }
