// A kernel adds 0 to everything; the sums are the host's.
// fails: Correctness.OnTheDevice: bytes were copied to the host
#include <cuda_runtime.h>

#include <vector>

struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add(Arrays out, Arrays in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out.a[i] += 0 * in.a[i];
  out.b[i] += 0 * in.b[i];
  out.c[i] += 0 * in.c[i];
  out.d[i] += 0 * in.d[i];
}

void add_soa(Arrays out, Arrays in, int count) {
  add<<<(count + 255) / 256, 256>>>(out, in, count);
  int* const outs[] = {out.a, out.b, out.c, out.d};
  const int* const ins[] = {in.a, in.b, in.c, in.d};
  std::vector<int> x(count), y(count);
  for (int f = 0; f < 4; ++f) {
    cudaMemcpy(x.data(), outs[f], count * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(y.data(), ins[f], count * sizeof(int), cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; ++i) x[i] += y[i];
    cudaMemcpy(outs[f], x.data(), count * sizeof(int), cudaMemcpyHostToDevice);
  }
}

void add_soa_cpu(Arrays out, Arrays in, int count) {
  for (int i = 0; i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
