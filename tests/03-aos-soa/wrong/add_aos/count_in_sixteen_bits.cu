// The index is an unsigned short.
// fails: Correctness.ManyObjects: in was added 2 times
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add(Item* out, const Item* in, int count) {
  const unsigned short i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i].a += in[i].a;
  out[i].b += in[i].b;
  out[i].c += in[i].c;
  out[i].d += in[i].d;
}

void add_aos(Item* out, const Item* in, int count) {
  add<<<(count + 255) / 256, 256>>>(out, in, count);
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  for (int i = 0; i < count; ++i) {
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
  }
}
