// Objects are passed to an operator by value, from memory.
#include <cuda_runtime.h>
struct Item { int a, b, c, d; };
__device__ int4 operator+(int4 x, int4 y) { return make_int4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w); }
__global__ void k(void* out, const void* in, int count) { auto* o = static_cast<int4*>(out) + blockIdx.x * blockDim.x + threadIdx.x; auto* n = (const int4*)in + (o - (int4*)out); if (o < (int4*)out + count) *o = *o + *n; }
void add_aos_vector(Item* out, const Item* in, int count) { k<<<(count - 1) / 1024 + 1, 1024>>>(out, in, count); cudaDeviceSynchronize(); }
