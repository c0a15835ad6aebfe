// Threads write different values to one place: who wins is chance.
// environment: SIMT_CHECK=race
// expect: race global line 6
#include <cstdio>

__global__ void last_one(int* out) { out[0] = threadIdx.x; }

int main() {
  int* out;
  cudaMalloc(&out, 4);
  last_one<<<1, 64>>>(out);
  return cudaDeviceSynchronize();
}
