// A fixed grid; every thread takes each so many-th object.
#include <cuda_runtime.h>

struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add_soa_kernel(Arrays out, Arrays in, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}

void add_soa(Arrays out, Arrays in, int count) {
  const int block = 256;
  add_soa_kernel<<<24, block>>>(out, in, count);
}

void add_soa_cpu(Arrays out, Arrays in, int count) {
  for (int i = 0; i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
