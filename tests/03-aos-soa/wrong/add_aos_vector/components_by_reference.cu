// An operator takes both objects by reference, and adds their components where they lie in memory.
// fails: Memory.Requests: for .x in memory is moved by itself
#include <cuda_runtime.h>
struct Item {
  int a, b, c, d;
};
__device__ int4 operator+(const int4& l, const int4& r) {
  return make_int4(l.x + r.x, l.y + r.y, l.z + r.z, l.w + r.w);
}
__global__ void add_kernel(int4* __restrict__ out, const int4* __restrict__ in, unsigned count) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    out[i] = __ldg(in + i) + out[i];
}
void add_aos_vector(Item* out, const Item* in, int count) {
  static_assert(sizeof(Item) == sizeof(int4));
  const int grid = count < 128 * 512 ? (count + 127) / 128 : 512;
  add_kernel<<<grid, 128>>>((int4*)out, (const int4*)in, count);
}
