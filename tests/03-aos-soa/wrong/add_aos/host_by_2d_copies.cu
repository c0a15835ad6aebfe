// A kernel adds 0; the work is the host's, which takes the fields by cudaMemcpy2D.
// fails: Correctness.OnTheDevice: bytes were copied to the host
#include <cuda_runtime.h>

#include <vector>

struct Item {
  int a, b, c, d;
};

__global__ void add(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i].a += 0 * in[i].a;
  out[i].b += 0 * in[i].b;
  out[i].c += 0 * in[i].c;
  out[i].d += 0 * in[i].d;
}

void add_aos(Item* out, const Item* in, int count) {
  add<<<(count + 255) / 256, 256>>>(out, in, count);
  std::vector<int> x(count), y(count);
  for (int f = 0; f < 4; ++f) {
    cudaMemcpy2D(x.data(), 4, (int*)out + f, 16, 4, count, cudaMemcpyDeviceToHost);
    cudaMemcpy2D(y.data(), 4, (const int*)in + f, 16, 4, count, cudaMemcpyDeviceToHost);
    for (int i = 0; i < count; ++i) x[i] += y[i];
    cudaMemcpy2D((int*)out + f, 16, x.data(), 4, 4, count, cudaMemcpyHostToDevice);
  }
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  for (int i = 0; i < count; ++i) {
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
  }
}
