// A local array larger than a thread's stack can be.
// expect: stack-overflow block (0,0,0) thread (0,0,0) says "local arrays that are too large"
#include <cstdio>

__global__ void fill(int* out, int n) {
  volatile int local[400000];
  for (int i = 0; i < n; ++i) local[i] = i;
  out[threadIdx.x] = local[n / 2];
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 256);
  fill<<<1, 64>>>(out, 100);
  return cudaDeviceSynchronize() != cudaSuccess ? 0 : 1;
}
