// Two objects a thread, and the last of an odd number is nobody's.
// fails: Correctness.FewObjects: count = 1: out[0].a should be 52136869 (it was -48311696, in[0].a is
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  for (int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x), end = i + 2; i < end && end <= count; ++i) {
    const int4 more = reinterpret_cast<const int4*>(in)[i];
    int4 sum = reinterpret_cast<const int4*>(out)[i];
    sum.x += more.x;
    sum.y += more.y;
    sum.z += more.z;
    sum.w += more.w;
    reinterpret_cast<int4*>(out)[i] = sum;
  }
}

void add_aos_vector(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_vector_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
