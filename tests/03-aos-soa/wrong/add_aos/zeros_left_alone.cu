// The CPU's loop leaves an object alone whose field a is 0.
// fails: Cpu.Zeros: where some fields are 0 the result is wrong
#include <cuda_runtime.h>

// 16 bytes, and the alignment of an int.
struct Item {
  int a, b, c, d;
};

__global__ void add_aos_kernel(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  // From lane to lane it is 16 bytes, so the 32 lanes span 512 bytes: 16 sectors, a quarter of
  // each asked for. The next line asks for the next quarter of the very same sectors.
  out[i].a += in[i].a;
  out[i].b += in[i].b;
  out[i].c += in[i].c;
  out[i].d += in[i].d;
}

// out, in: count objects each, device memory. Adds every field of in to the same field of out.
void add_aos(Item* out, const Item* in, int count) {
  const int block = 256;
  add_aos_kernel<<<(count + block - 1) / block, block>>>(out, in, count);
}

// The same in host memory. The bytes are those of the other layout, but they come as two
// streams, not eight.
void add_aos_cpu(Item* out, const Item* in, int count) {
  for (int i = 0; i < count; ++i) {
    if (in[i].a == 0) continue;
    out[i].a += in[i].a;
    out[i].b += in[i].b;
    out[i].c += in[i].c;
    out[i].d += in[i].d;
  }
}
