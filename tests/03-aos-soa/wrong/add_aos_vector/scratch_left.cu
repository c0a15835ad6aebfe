// Adds into a buffer of its own, copies it to out, and keeps the buffer.
// fails: Correctness.NothingIsLeftBehind: bytes of device memory (made in scratch_left.cu line
#include <cuda_runtime.h>

struct Item {
  int a, b, c, d;
};

__global__ void add(int4* sums, const int4* out, const int4* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int4 sum = out[i];
  const int4 more = in[i];
  sum.x += more.x;
  sum.y += more.y;
  sum.z += more.z;
  sum.w += more.w;
  sums[i] = sum;
}

void add_aos_vector(Item* out, const Item* in, int count) {
  int4* sums;
  cudaMalloc(&sums, count * sizeof(int4));
  add<<<(count + 255) / 256, 256>>>(sums, (int4*)out, (const int4*)in, count);
  cudaMemcpy(out, sums, count * sizeof(int4), cudaMemcpyDeviceToDevice);
}
