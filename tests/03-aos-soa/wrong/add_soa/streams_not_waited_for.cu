// A non-blocking stream for each field, and nobody waits for them.
// fails: Correctness.AnyOrderOfStreams: finds it unfinished: the work is in a stream
#include <cuda_runtime.h>

struct Arrays {
  int *a, *b, *c, *d;
};

__global__ void add(int* out, const int* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] += in[i];
}

void add_soa(Arrays out, Arrays in, int count) {
  int* const outs[] = {out.a, out.b, out.c, out.d};
  const int* const ins[] = {in.a, in.b, in.c, in.d};
  for (int f = 0; f < 4; ++f) {
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    add<<<(count + 255) / 256, 256, 0, stream>>>(outs[f], ins[f], count);
    cudaStreamDestroy(stream);
  }
}

void add_soa_cpu(Arrays out, Arrays in, int count) {
  for (int i = 0; i < count; ++i) {
    out.a[i] += in.a[i];
    out.b[i] += in.b[i];
    out.c[i] += in.c[i];
    out.d[i] += in.d[i];
  }
}
