// No shared memory: one load of 16 bytes, four stores. Open to objects of 16 bytes.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void take_apart(Arrays out, const int4* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int4 item = in[i];
  out.a[i] = item.x;
  out.b[i] = item.y;
  out.c[i] = item.z;
  out.d[i] = item.w;
}

void aos_to_soa(Arrays out, const Item* in, int count) {
  take_apart<<<(count + 127) / 128, 128>>>(out, reinterpret_cast<const int4*>(in), count);
}
