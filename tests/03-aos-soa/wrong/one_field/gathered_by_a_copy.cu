// Field c is taken out of the objects by a copy in rows, and the kernel adds up what came.
// fails: Memory.Aos: were taken out of rows
#include <cuda_runtime.h>
struct Item { int a, b, c, d; };
struct Arrays { int *a, *b, *c, *d; };
__global__ void soa(int* sum, const int* c, int count) {
  int mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) mine += c[i];
  for (int d = 16; d > 0; d /= 2) mine += __shfl_xor_sync(0xffffffff, mine, d);
  if (threadIdx.x % 32 == 0) atomicAdd(sum, mine);
}
void one_field_soa(int* sum, Arrays in, int count) { cudaMemsetAsync(sum, 0, 4); soa<<<min(264, (count + 255) / 256), 256>>>(sum, in.c, count); }
void one_field_aos(int* sum, const Item* in, int count) {
  int* c = nullptr;
  cudaMalloc(&c, size_t(count) * 4);
  cudaMemcpy2D(c, 4, &in->c, sizeof(Item), 4, count, cudaMemcpyDeviceToDevice);
  cudaMemsetAsync(sum, 0, 4);
  soa<<<min(264, (count + 255) / 256), 256>>>(sum, c, count);
  cudaFree(c);
}
