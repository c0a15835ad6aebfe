// A non-blocking stream, which nobody waits for.
// fails: Correctness.AnyOrderOfStreams: finds it unfinished
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

void add_aos_vector(Item* out, const Item* in, int count) {
  static cudaStream_t stream = nullptr;
  if (!stream) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  add<<<(count + 255) / 256, 256, 0, stream>>>((int4*)out, (const int4*)in, count);
}
