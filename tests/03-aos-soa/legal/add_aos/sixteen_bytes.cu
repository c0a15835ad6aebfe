// One access of 16 bytes a thread: 16 sectors a request, all of them used.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int4 more = reinterpret_cast<const int4*>(in)[i];
  int4& sum = reinterpret_cast<int4*>(out)[i];
  sum = make_int4(sum.x + more.x, sum.y + more.y, sum.z + more.z, sum.w + more.w);
}

void add_aos(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  for (int i = 0; i < count; ++i) {
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
  }
}
