// Each thread moves four neighbouring objects with one int4 a field: 16 bytes a lane, whole sectors.
#include <cuda_runtime.h>

struct Arrays {
  int *a, *b, *c, *d;
};

__device__ void add_four(int* out, const int* in, int i, int count) {
  if (i + 3 < count) {
    const int4 more = *reinterpret_cast<const int4*>(in + i);
    int4 sum = *reinterpret_cast<int4*>(out + i);
    sum.x += more.x, sum.y += more.y, sum.z += more.z, sum.w += more.w;
    *reinterpret_cast<int4*>(out + i) = sum;
  } else {
    for (; i < count; ++i) out[i] += in[i];
  }
}

__global__ void add_soa_kernel(Arrays out, Arrays in, int count) {
  const int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  add_four(out.a, in.a, i, count);
  add_four(out.b, in.b, i, count);
  add_four(out.c, in.c, i, count);
  add_four(out.d, in.d, i, count);
}

void add_soa(Arrays out, Arrays in, int count) { add_soa_kernel<<<(count + 511) / 512, 128>>>(out, in, count); }

void add_soa_cpu(Arrays out, Arrays in, int count) {
#pragma omp parallel for
  for (int i = 0; i < count; ++i) out.a[i] += in.a[i], out.b[i] += in.b[i], out.c[i] += in.c[i], out.d[i] += in.d[i];
}
