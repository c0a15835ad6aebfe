// The CPU's function goes through an array with room for 131,072 sums.
// fails: Cpu.VeryManyObjects: objects 0 to 131071 are done and none after them, so the loop
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
  static int room[4][1 << 17];
  for (int i = 0; i < count && i < 1 << 17; ++i) {
    room[0][i] = out.a[i] + in.a[i];
    room[1][i] = out.b[i] + in.b[i];
    room[2][i] = out.c[i] + in.c[i];
    room[3][i] = out.d[i] + in.d[i];
  }
  for (int i = 0; i < count && i < 1 << 17; ++i) {
    out.a[i] = room[0][i];
    out.b[i] = room[1][i];
    out.c[i] = room[2][i];
    out.d[i] = room[3][i];
  }
}
