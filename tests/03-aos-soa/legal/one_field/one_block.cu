// One block walks through all objects; warps add with __reduce_add_sync.
#include <cuda_runtime.h>
struct Item { int a, b, c, d; };
struct Arrays { int *a, *b, *c, *d; };
__global__ void k(int* sum, const int* c, int stride, int count) {
  __shared__ int warp[32];
  int s = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x) s += c[i * stride];
  s = __reduce_add_sync(0xffffffffu, s);
  if (threadIdx.x % 32 == 0) warp[threadIdx.x / 32] = s;
  __syncthreads();
  if (threadIdx.x < 32) { s = __reduce_add_sync(0xffffffffu, warp[threadIdx.x]); if (!threadIdx.x) *sum = s; }
}
void one_field_soa(int* sum, Arrays in, int count) { k<<<1, 1024>>>(sum, in.c, 1, count); }
void one_field_aos(int* sum, const Item* in, int count) { k<<<1, 1024>>>(sum, reinterpret_cast<const int*>(in) + 2, 4, count); }
