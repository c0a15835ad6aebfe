// Memory given back by the wrong side, or by the wrong function.
// expect: invalid-free line 19 says "free() was given an allocation of 64 bytes"
// expect: invalid-free line 9 block (0,0,0) thread (0,0,0) says "calls free() for an allocation of 64 bytes, which the host has allocated"
// environment: SIMT_CHECK=all
#include <cstdio>
#include <cstdlib>

__global__ void wrong(int* p) {
  free(p);
  __threadfence();
}

int main() {
  int *p, *q;
  cudaMalloc(&p, 64), cudaMalloc(&q, 64);
  wrong<<<1, 1>>>(p);
  cudaDeviceSynchronize();
  cudaGetLastError();
  free(q);
}
