// Adds what it remembers of in at that address.
// fails: Correctness.SameAddressesAgain: keeps something from call to call and finds it again by its address
#include <cuda_runtime.h>

#include <map>

struct Item {
  int a, b, c, d;
};

__global__ void add(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i].a += in[i].a;
  out[i].b += in[i].b;
  out[i].c += in[i].c;
  out[i].d += in[i].d;
}

void add_aos(Item* out, const Item* in, int count) {
  static std::map<const Item*, Item*> copies;
  Item*& copy = copies[in];
  if (!copy) {
    cudaMalloc(&copy, count * sizeof(Item));
    cudaMemcpy(copy, in, count * sizeof(Item), cudaMemcpyDeviceToDevice);
  }
  add<<<(count + 255) / 256, 256>>>(out, copy, count);
}

void add_aos_cpu(Item* out, const Item* in, int count) {
  for (int i = 0; i < count; ++i) {
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
  }
}
