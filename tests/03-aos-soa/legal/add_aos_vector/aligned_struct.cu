// A struct of its own that promises the alignment; the compiler moves it whole.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};
struct alignas(16) Aligned {
  int a, b, c, d;
};

__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Aligned more = reinterpret_cast<const Aligned*>(in)[i];
  Aligned sum = reinterpret_cast<Aligned*>(out)[i];
  sum.a += more.a, sum.b += more.b, sum.c += more.c, sum.d += more.d;
  reinterpret_cast<Aligned*>(out)[i] = sum;
}

void add_aos_vector(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_vector_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
