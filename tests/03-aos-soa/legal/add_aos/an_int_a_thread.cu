// Adding needs no fields: both arrays are 4 * count ints, and a warp's are neighbours.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add(int* out, const int* in, int ints) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < ints) out[i] += in[i];
}

void add_aos(Item* out, const Item* in, int count) {
  add<<<(4 * count + 255) / 256, 256>>>(&out->a, &in->a, 4 * count);
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  int* o = &out->a;
  const int* s = &in->a;
  for (int i = 0; i < 4 * count; ++i) o[i] += s[i];
}
