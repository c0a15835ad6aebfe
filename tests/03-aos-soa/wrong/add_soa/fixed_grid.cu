// A grid for 131,072 objects, whatever count is.
// fails: Correctness.AnyGrid: the grid is the same for every large count
#include <cuda_runtime.h>
struct Arrays { int *a, *b, *c, *d; };
__global__ void k(Arrays out, Arrays in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out.a[i] += in.a[i];
  out.b[i] += in.b[i];
  out.c[i] += in.c[i];
  out.d[i] += in.d[i];
}
void add_soa(Arrays out, Arrays in, int count) { k<<<512, 256>>>(out, in, count); }
void add_soa_cpu(Arrays out, Arrays in, int count) {
  for (int i = 0; i < count; ++i) { out.a[i] += in.a[i]; out.b[i] += in.b[i]; out.c[i] += in.c[i]; out.d[i] += in.d[i]; }
}
