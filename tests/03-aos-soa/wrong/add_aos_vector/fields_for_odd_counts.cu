// Field by field where count is no multiple of 32.
// fails: Memory.Requests: your loads take
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add_aos_vector_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  // An Item need only begin at a multiple of 4, an int4 must begin at one of 16. cudaMalloc
  // aligns to 256 and an Item has 16 bytes, so here every one of them does. A warp asks for
  // 512 bytes at once, 16 whole sectors.
  if (count % 32 != 0) {
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
    return;
  }
  const int4 more = reinterpret_cast<const int4*>(in)[i];
  int4 sum = reinterpret_cast<const int4*>(out)[i];
  sum.x += more.x;
  sum.y += more.y;
  sum.z += more.z;
  sum.w += more.w;
  reinterpret_cast<int4*>(out)[i] = sum;
}

// out, in: count objects each, device memory, beginning at a multiple of 16. Adds in to out.
void add_aos_vector(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_vector_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}
