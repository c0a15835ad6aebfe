// Item itself is declared with alignas(16).
#include <cuda_runtime.h>

struct alignas(16) Item {
  int a, b, c, d;
};

__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Item more = in[i];
  Item sum = out[i];
  sum.a += more.a, sum.b += more.b, sum.c += more.c, sum.d += more.d;
  out[i] = sum;
}

void add_aos_vector(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_vector_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
