// Adds objects field by field, array of structures: one access of 16 bytes moves a whole
// object.
// Run: ./course test add_aos_vector.sim
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  // An Item need only begin at a multiple of 4, an int4 must begin at one of 16. cudaMalloc
  // aligns to 256 and an Item has 16 bytes, so here every one of them does. A warp asks for
  // 512 bytes at once, 16 whole sectors.
  const int4 more = reinterpret_cast<const int4*>(in)[i];
  int4 sum = reinterpret_cast<const int4*>(out)[i];
  sum.x += more.x;
  sum.y += more.y;
  sum.z += more.z;
  sum.w += more.w;
  reinterpret_cast<int4*>(out)[i] = sum;
}

// out, in: count objects each, device memory, beginning at a multiple of 16. Adds in to out.
void add_aos_vector(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_vector_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
