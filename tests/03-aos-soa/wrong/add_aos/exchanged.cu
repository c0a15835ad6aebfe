// Adds out to in.
// fails: Correctness.FewObjects: writes in at byte
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i].a += in[i].a;
  out[i].b += in[i].b;
  out[i].c += in[i].c;
  out[i].d += in[i].d;
}

void add_aos(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_kernel<<<(count + block - 1) / block, block>>>(const_cast<Item*>(in), out, count);
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  for (int i = 0; i < count; ++i) {
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
  }
}
