// With more objects than threads each thread has neighbouring ones.
// fails: Memory.Sectors: neighbouring lanes are
#include <cuda_runtime.h>
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add_soa_kernel(Arrays out, Arrays in, int count) {
  const int all = gridDim.x * blockDim.x, each = (count + all - 1) / all;
  const int me = blockIdx.x * blockDim.x + threadIdx.x;
  for (long i = (long)me * each; i < (long)(me + 1) * each && i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
void add_soa(Arrays out, Arrays in, int count) { add_soa_kernel<<<528, 256>>>(out, in, count); }
void add_soa_cpu(Arrays out, Arrays in, int count) {
  int* const to[4] = {out.a, out.b, out.c, out.d};
  const int* const from[4] = {in.a, in.b, in.c, in.d};
  for (int f = 0; f < 4; ++f)
    for (int i = 0; i < count; ++i) to[f][i] += from[f][i];
}
