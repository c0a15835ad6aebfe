// A full mask although half of the lanes have left.
// expect: sync line 9 block (0,0,0) thread (0,0,0) says "lane 16"
#include <cstdio>

__global__ void half(int* out) {
  const int lane = threadIdx.x;
  int value = lane;
  if (lane < 16) {
    value += __shfl_xor_sync(0xffffffffu, value, 1);
    out[lane] = value;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  half<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
