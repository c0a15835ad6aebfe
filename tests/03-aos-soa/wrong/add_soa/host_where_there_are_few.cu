// Where there are few, the host adds them; kernels have the rest.
// fails: Correctness.OnTheDevice: count = 20:
// Adds objects field by field, structure of arrays: an array for each field.
// Run: ./course test add_soa.sim
#include <cuda_runtime.h>

// Field a of object i is a[i].
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add_soa_kernel(Arrays out, Arrays in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  // Neighbouring lanes, neighbouring ints: each of these loads and stores is 128 bytes, 4
  // whole sectors.
  out.a[i] += in.a[i];
  out.b[i] += in.b[i];
  out.c[i] += in.c[i];
  out.d[i] += in.d[i];
}

// out, in: four arrays of count ints each, device memory. Adds every field of in to the same
// field of out.
#include <vector>
static void on_host(Arrays out, Arrays in, int count) {
  std::vector<int> x(count), y(count);
  int* o[] = {out.a, out.b, out.c, out.d}; int* i[] = {in.a, in.b, in.c, in.d};
  for (int f = 0; f < 4; ++f) {
    cudaMemcpy(x.data(), o[f], count * 4, cudaMemcpyDeviceToHost); cudaMemcpy(y.data(), i[f], count * 4, cudaMemcpyDeviceToHost);
    for (int k = 0; k < count; ++k) x[k] += y[k];
    cudaMemcpy(o[f], x.data(), count * 4, cudaMemcpyHostToDevice);
  }
}

void add_soa(Arrays out, Arrays in, int count) {
  if (count < 40) return on_host(out, in, count);
  const int block = 256;
  add_soa_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}

// The same in host memory. One thread walks through eight arrays at once. Every line it
// fetches, it uses up.
void add_soa_cpu(Arrays out, Arrays in, int count) {
  for (int i = 0; i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
