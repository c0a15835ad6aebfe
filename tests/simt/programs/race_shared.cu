// A missing barrier: a tile is read across while it is being written.
// environment: SIMT_CHECK=all
// expect: race shared line 8 block (0,0,0) says "no barrier"
#include <cstdio>

__global__ void reverse(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[63 - threadIdx.x];
}

int main() {
  int* out;
  cudaMalloc(&out, 256);
  reverse<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
