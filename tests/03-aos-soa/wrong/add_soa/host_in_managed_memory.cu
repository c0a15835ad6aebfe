// Kernels bring everything to managed memory and back; the host adds.
// fails: Correctness.OnTheDevice: of memory that the host reaches, too, were made
#include <cuda_runtime.h>

struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void bring(int* to, const int* from, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) to[i] = from[i];
}

void add_soa(Arrays out, Arrays in, int count) {
  int *x, *y;
  cudaMallocManaged(&x, count * sizeof(int));
  cudaMallocManaged(&y, count * sizeof(int));
  int* const outs[] = {out.a, out.b, out.c, out.d};
  const int* const ins[] = {in.a, in.b, in.c, in.d};
  const int grid = (count + 255) / 256;
  for (int f = 0; f < 4; ++f) {
    bring<<<grid, 256>>>(x, outs[f], count);
    bring<<<grid, 256>>>(y, ins[f], count);
    cudaDeviceSynchronize();
    for (int i = 0; i < count; ++i) x[i] += y[i];
    bring<<<grid, 256>>>(outs[f], x, count);
    cudaDeviceSynchronize();
  }
  cudaFree(x);
  cudaFree(y);
}

void add_soa_cpu(Arrays out, Arrays in, int count) {
  for (int i = 0; i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
