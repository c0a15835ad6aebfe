// Each thread has four neighbouring objects, so neighbouring lanes are 16 bytes apart.
// fails: Memory.Sectors: neighbouring lanes are 16 bytes apart
#include <cuda_runtime.h>

struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add_soa_kernel(Arrays out, Arrays in, int count) {
  const int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int i = first; i < min(first + 4, count); ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}

void add_soa(Arrays out, Arrays in, int count) { add_soa_kernel<<<(count + 1023) / 1024, 256>>>(out, in, count); }

void add_soa_cpu(Arrays out, Arrays in, int count) {
  for (int i = 0; i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
