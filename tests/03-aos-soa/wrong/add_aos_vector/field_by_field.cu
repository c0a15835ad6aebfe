// Goes field by field.
// fails: Memory.Requests: moves 4 bytes a lane, and an int4 moves 16
// fails: Memory.WholeSectors: use 25% of the bytes
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i].a += in[i].a;
  out[i].b += in[i].b;
  out[i].c += in[i].c;
  out[i].d += in[i].d;
}

void add_aos_vector(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_vector_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
