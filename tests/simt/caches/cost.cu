// What the model of the caches costs: launches of as many accesses as are asked for, along memory, around a point, or by chance.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

constexpr int floats = 1 << 22, blocks = 2112, threads = 256;

__global__ void pass(float* out, const float* in, int times) {
  for (int t = 0; t < times; ++t) {
    const unsigned i = (t * blocks * threads + blockIdx.x * threads + threadIdx.x) % floats;
    out[i] = in[i] + 1;
  }
}
__global__ void stencil(float* out, const float* in, int times) {
  for (int t = 0; t < times; ++t) {
    const unsigned i = (t * blocks * threads + blockIdx.x * threads + threadIdx.x) % floats + 2048;
    out[i] = in[i] + in[i - 1] + in[i + 1] + in[i - 2048] + in[i + 2048];
  }
}
__global__ void gather(float* out, const float* in, int times) {
  unsigned at = (blockIdx.x * threads + threadIdx.x) * 2654435761u + 1;
  float sum = 0;
  for (int t = 0; t < times; ++t) {
    at = at * 1664525u + 1013904223u;
    sum += in[at >> 10];
  }
  if (sum == 12345) *out = sum;
}

// Arguments: which kernel, and how many accesses in all; they are rounded up to a whole number a thread.
int main(int, char** arguments) {
  const struct {
    const char* name;
    void (*kernel)(float*, const float*, int);
    int accesses;
  } all[] = {{"pass", pass, 2}, {"stencil", stencil, 6}, {"gather", gather, 1}};
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof(float) * (floats + 4096));
  cudaMalloc(&out, sizeof(float) * (floats + 4096));
  for (const auto& one : all) {
    if (strcmp(one.name, arguments[1])) continue;
    const long each = long(blocks) * threads * one.accesses, times = (atol(arguments[2]) + each - 1) / each;
    printf("%ld\n", times * each);
    one.kernel<<<blocks, threads>>>(out, in, int(times));
  }
  return cudaDeviceSynchronize();
}
