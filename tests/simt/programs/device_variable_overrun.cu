// A __device__ array is written one element past its end.
// expect: out-of-bounds global line 7 block (0,0,0) thread (10,0,0) says "just past the end of the variable histogram, which has 40 bytes"
#include <cstdio>

__device__ int histogram[10];
__global__ void count(int n) {
  if (threadIdx.x < n) histogram[threadIdx.x] += 1;
}

int main() {
  count<<<1, 32>>>(10);
  cudaDeviceSynchronize();
  count<<<1, 32>>>(11);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
