// One kernel for an array, launched four times; the CPU goes array by array too.
#include <cuda_runtime.h>

struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add(int* __restrict__ out, const int* __restrict__ in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] += in[i];
}

void add_soa(Arrays out, Arrays in, int count) {
  const int grid = (count + 127) / 128;
  add<<<grid, 128>>>(out.a, in.a, count);
  add<<<grid, 128>>>(out.b, in.b, count);
  add<<<grid, 128>>>(out.c, in.c, count);
  add<<<grid, 128>>>(out.d, in.d, count);
  cudaDeviceSynchronize();
}

void add_soa_cpu(Arrays out, Arrays in, int count) {
  int* const outs[] = {out.a, out.b, out.c, out.d};
  const int* const ins[] = {in.a, in.b, in.c, in.d};
  for (int field = 0; field < 4; ++field)
    for (int i = count - 1; i >= 0; --i) outs[field][i] += ins[field][i];
}
