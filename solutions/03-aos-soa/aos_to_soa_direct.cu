// Takes objects apart with no shared memory, in three ways.
// Run: ./course run aos-soa
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct Arrays {
  int *a, *b, *c, *d;
};

// Each load touches 16 sectors and uses a quarter of each. The four together fetch nothing in
// vain, as long as L1 still has the sectors when the next load comes.
__global__ void aos_to_soa_direct_kernel(Arrays out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out.a[i] = in[i].a;
  out.b[i] = in[i].b;
  out.c[i] = in[i].c;
  out.d[i] = in[i].d;
}

// 16 bytes are the widest load there is, so this way is open to objects of 4, 8 and 16 bytes
// only.
__global__ void aos_to_soa_vector_kernel(Arrays out, const int4* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int4 item = in[i];
  out.a[i] = item.x;
  out.b[i] = item.y;
  out.c[i] = item.z;
  out.d[i] = item.w;
}

// A load is 128 neighbouring bytes. Lane k stores to the array of field k % 4: a request goes
// to four arrays at once, 8 ints in each, and 8 ints are a sector.
__global__ void aos_to_soa_scatter_kernel(Arrays out, const int* in, int ints) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= ints) return;
  int* const field = i % 4 == 0 ? out.a : i % 4 == 1 ? out.b : i % 4 == 2 ? out.c : out.d;
  field[i / 4] = in[i];
}

void aos_to_soa_direct(Arrays out, const Item* in, int count) {
  const int block = 256;
  aos_to_soa_direct_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}

void aos_to_soa_vector(Arrays out, const Item* in, int count) {
  const int block = 256;
  aos_to_soa_vector_kernel<<<(count + block - 1) / block, block>>>(
      out, reinterpret_cast<const int4*>(in), count);
}

void aos_to_soa_scatter(Arrays out, const Item* in, int count) {
  const int block = 256;
  aos_to_soa_scatter_kernel<<<(4 * count + block - 1) / block, block>>>(
      out, reinterpret_cast<const int*>(in), 4 * count);
}
