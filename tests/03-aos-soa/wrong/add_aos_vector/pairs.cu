// Two accesses of 8 bytes: half of the requests.
// fails: Memory.Requests: moves 8 bytes a lane, and an int4 moves 16
// fails: Memory.WholeSectors: 16 sectors a request where 8 would do
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int half = 0; half < 2; ++half) {
    const int2 more = reinterpret_cast<const int2*>(in)[2 * i + half];
    int2 sum = reinterpret_cast<int2*>(out)[2 * i + half];
    sum.x += more.x;
    sum.y += more.y;
    reinterpret_cast<int2*>(out)[2 * i + half] = sum;
  }
}

void add_aos_vector(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_vector_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
