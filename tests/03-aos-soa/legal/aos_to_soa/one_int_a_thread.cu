// No shared memory: lane k stores to the array of its field, so a request goes to four arrays, 32 bytes each.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void take_apart(Arrays out, const int* in, int ints) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= ints) return;
  int* const field = i % 4 == 0 ? out.a : i % 4 == 1 ? out.b : i % 4 == 2 ? out.c : out.d;
  field[i / 4] = in[i];
}

void aos_to_soa(Arrays out, const Item* in, int count) {
  take_apart<<<(4 * count + 255) / 256, 256>>>(out, &in->a, 4 * count);
}
