// The blocks lie below each other, and a grid has 65,535 of them in y.
// fails: Correctness.AnyGrid: was not launched
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.y * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int4 more = reinterpret_cast<const int4*>(in)[i];
  int4 sum = reinterpret_cast<const int4*>(out)[i];
  sum.x += more.x;
  sum.y += more.y;
  sum.z += more.z;
  sum.w += more.w;
  reinterpret_cast<int4*>(out)[i] = sum;
}

void add_aos_vector(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_vector_kernel<<<dim3(1, (count + block - 1) / block), block>>>(out, in, count);
}
