// No shared memory: each load uses a quarter of its sectors.
// fails: Memory.WholeSectors: your loads use 25% of the bytes
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void aos_to_soa_kernel(Arrays out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out.a[i] = in[i].a;
  out.b[i] = in[i].b;
  out.c[i] = in[i].c;
  out.d[i] = in[i].d;
}

void aos_to_soa(Arrays out, const Item* in, int count) { aos_to_soa_kernel<<<(count + 255) / 256, 256>>>(out, in, count); }
