// For few numbers, no more blocks than these need: the grid is not the device's, but count's.
// fails: Grid.WhateverCountIs: the grid hangs on count: with 1 number there are 1 blocks of 512 threads
#include <cuda_runtime.h>

__global__ void rounds(float* out, const float* in, float a, float b, int count) {
  const int everybody = gridDim.x * blockDim.x;
  int next = blockIdx.x * blockDim.x + threadIdx.x;
  while (next < count) {
    out[next] = a * in[next] + b;
    next += everybody;
  }
}

void grid_stride(float* out, const float* in, float a, float b, int count) {
  int device = 0, in_each = 0;
  cudaDeviceProp about;
  cudaGetDevice(&device);
  cudaGetDeviceProperties(&about, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&in_each, rounds, 512, 0);
  const int held = in_each * about.multiProcessorCount, needed = (count + 511) / 512;
  const int blocks = needed < held ? needed : held;
  rounds<<<blocks, 512>>>(out, in, a, b, count);
}
