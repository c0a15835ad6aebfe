// Neighbouring lanes are 32 bytes apart: a sector for each.
// fails: Memory.Sectors: neighbouring lanes are 32 bytes apart and ask for 4 each
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_kernel(Item* out, const Item* in, int count) {
  const int first = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < first + 2 && i < count; ++i) {
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
  }
}

void add_aos(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  for (int i = 0; i < count; ++i) {
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
  }
}
