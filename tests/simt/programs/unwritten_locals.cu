// An array of a thread's own that has no values holds the same in every thread, on every run and any number of workers: each
// byte is 254. It would hold what other threads and the simulator left on the stack, addresses among it.
// prints: array: 131072 of 131072 threads find fefefefe
// prints: large array: 131072 of 131072 threads find fefefefe
// prints: in a function: 131072 of 131072 threads find fefefefe
#include <cstdio>

constexpr int blocks = 512, threads = 256;

// Nobody knows here that it is never given values.
__device__ __noinline__ unsigned in_a_function(int i) {
  unsigned mine[40];
  if (i < 0)
    for (int k = 0; k < 40; ++k) mine[k] = i * k;
  return mine[i % 40];
}

// So that the stack is no longer as it was.
__device__ __noinline__ unsigned use_the_stack(int i) {
  unsigned mine[1200];
  for (int k = 0; k < 300; ++k) mine[(i + k * 7) % 1200] = i + k;
  return mine[i % 600];
}

template <int elements>
__global__ void find(unsigned* out, int never) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (use_the_stack(i) == 0x12345678) return;
  if constexpr (elements) {
    unsigned values[elements];
    for (int k = 0; k < never; ++k) values[k % elements] = i;
    out[i] = values[i % elements];
  } else {
    out[i] = in_a_function(i);
  }
}

template <int elements>
void ask(const char* name, unsigned* out) {
  static unsigned host[blocks * threads];
  find<elements><<<blocks, threads>>>(out, -1);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  int alike = 0;
  for (const unsigned value : host) alike += value == 0xfefefefe;
  printf("%s: %d of %d threads find fefefefe\n", name, alike, blocks * threads);
}

int main() {
  unsigned* out;
  cudaMalloc(&out, blocks * threads * sizeof *out);
  ask<8>("array", out);
  ask<1000>("large array", out);
  ask<0>("in a function", out);
  cudaFree(out);
}
