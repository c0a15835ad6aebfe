// Threads of one block wait at two different barriers.
// expect: barrier line 7 block (0,0,0) thread (0,0,0) says "thread (32,0)"
#include <cstdio>

__global__ void two_barriers(int* out) {
  if (threadIdx.x < 32) {
    __syncthreads();
    out[threadIdx.x] = 1;
  } else {
    __syncthreads();
    out[threadIdx.x] = 2;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  two_barriers<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
