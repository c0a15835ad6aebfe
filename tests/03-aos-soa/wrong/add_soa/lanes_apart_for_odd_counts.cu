// Neighbouring lanes take objects that are 32 apart where count is no multiple of 32.
// fails: Memory.Sectors: your loads touch
#include <cuda_runtime.h>

// Field a of object i is a[i].
struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add_soa_kernel(Arrays out, Arrays in, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (count % 32 != 0) i = blockIdx.x * blockDim.x + threadIdx.x % 8 * 32 + threadIdx.x / 8;
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
void add_soa(Arrays out, Arrays in, int count) {
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
