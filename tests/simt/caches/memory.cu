// How much memory the model of the caches takes: a gather whose requests are all of different shapes, by few blocks or by many.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void gather(float* out, const float* in, int times) {
  unsigned at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 1;
  float sum = 0;
  for (int i = 0; i < times; ++i) {
    at = at * 1664525u + 1013904223u;
    sum += in[at >> 12];
  }
  if (sum == 12345) *out = sum;
}

// Arguments: blocks, and loads a thread.
int main(int, char** arguments) {
  float *in = nullptr, *out = nullptr;
  cudaMalloc(&in, sizeof(float) << 20);
  cudaMalloc(&out, sizeof(float));
  gather<<<atoi(arguments[1]), 256>>>(out, in, atoi(arguments[2]));
  return cudaDeviceSynchronize();
}
