// Only the even lanes work: twice the requests.
// fails: Memory.Requests: but only 16 of 32 lanes take part
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int i = thread / 2;
  if (thread % 2 == 1 || i >= count) return;
  const int4 more = reinterpret_cast<const int4*>(in)[i];
  int4 sum = reinterpret_cast<const int4*>(out)[i];
  sum.x += more.x;
  sum.y += more.y;
  sum.z += more.z;
  sum.w += more.w;
  reinterpret_cast<int4*>(out)[i] = sum;
}

void add_aos_vector(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_vector_kernel<<<(2 * count + block - 1) / block, block>>>(out, in, count);
}
