// The count comes from page-locked memory that is freed while the kernel may still be to come.
// fails: Correctness.AnyOrderOfStreams: in another order that CUDA allows
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add(Item* out, const Item* in, const int* number) {
  const int count = *number;
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i].a += in[i].a;
  out[i].b += in[i].b;
  out[i].c += in[i].c;
  out[i].d += in[i].d;
}

void add_aos(Item* out, const Item* in, int count) {
  int* number;
  cudaMallocHost(&number, sizeof(int));
  *number = count;
  add<<<(count + 255) / 256, 256>>>(out, in, number);
  cudaFreeHost(number);
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  for (int i = 0; i < count; ++i) {
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
  }
}
