// The partial sums are never freed.
// fails: Correctness.SoaNothingIsLeftBehind: each call of one_field_soa leaves something behind: 256 bytes of device memory
#include <cuda_runtime.h>
struct Item { int a, b, c, d; };
struct Arrays { int *a, *b, *c, *d; };
__global__ void partials(int* part, const int* c, int stride, int count) {
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) sum += c[i * stride];
  for (int d = 16; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
  if (threadIdx.x == 0) part[blockIdx.x] = sum;
}
__global__ void total(int* sum, const int* part, int parts) { int s = 0; for (int i = 0; i < parts; ++i) s += part[i]; *sum = s; }
void run(int* sum, const int* c, int stride, int count) {
  int* part;
  cudaMalloc(&part, 64 * sizeof(int));
  partials<<<64, 32>>>(part, c, stride, count);
  total<<<1, 1>>>(sum, part, 64);
}
void one_field_soa(int* sum, Arrays in, int count) { run(sum, in.c, 1, count); }
void one_field_aos(int* sum, const Item* in, int count) { run(sum, &in->c, 4, count); }
