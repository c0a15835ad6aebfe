// The loop of the CPU sets device 0 before it begins.
// fails: Cpu.NothingIsLeftBehind: leaves its caller another current device
#include <cuda_runtime.h>

struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add_soa_kernel(Arrays out, Arrays in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out.a[i] += in.a[i];
  out.b[i] += in.b[i];
  out.c[i] += in.c[i];
  out.d[i] += in.d[i];
}

void add_soa(Arrays out, Arrays in, int count) {
  const int block = 256;
  add_soa_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}

void add_soa_cpu(Arrays out, Arrays in, int count) {
  cudaSetDevice(0);
  for (int i = 0; i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
