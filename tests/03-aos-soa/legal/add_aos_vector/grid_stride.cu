// A fixed grid of int4.
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add(int4* __restrict__ out, const int4* __restrict__ in, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const int4 x = in[i], y = out[i];
    out[i] = make_int4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
  }
}

void add_aos_vector(Item* out, const Item* in, int count) {
  add<<<16, 512>>>(reinterpret_cast<int4*>(out), reinterpret_cast<const int4*>(in), count);
}
