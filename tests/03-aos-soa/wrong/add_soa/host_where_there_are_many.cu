// The host does the work where there are more than 100,000 objects.
// fails: Correctness.ManyObjects: no kernel was launched
#include <cuda_runtime.h>
struct Arrays {
  int *a, *b, *c, *d;
};
__global__ void add_one(int* o, const int* p, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) o[i] = o[i] + p[i];
}
void add_soa(Arrays out, Arrays in, int count) {
  if (count > 100000) {
    int* h = new int[2 * (size_t)count];
    int* fields[4][2] = {{out.a, in.a}, {out.b, in.b}, {out.c, in.c}, {out.d, in.d}};
    for (auto& f : fields) {
      cudaMemcpy(h, f[0], 4ll * count, cudaMemcpyDeviceToHost);
      cudaMemcpy(h + count, f[1], 4ll * count, cudaMemcpyDeviceToHost);
      for (int i = 0; i < count; ++i) h[i] += h[count + i];
      cudaMemcpy(f[0], h, 4ll * count, cudaMemcpyHostToDevice);
    }
    delete[] h;
    return;
  }
  const int g = (count + 1023) / 1024;
  add_one<<<g, 1024>>>(out.a, in.a, count);
  add_one<<<g, 1024>>>(out.b, in.b, count);
  add_one<<<g, 1024>>>(out.c, in.c, count);
  add_one<<<g, 1024>>>(out.d, in.d, count);
}
void add_soa_cpu(Arrays out, Arrays in, int count) {
  int i = 0;
  while (i < count) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
    i++;
  }
}
