// A kernel on device 0 reads memory of device 1 without having been given access.
// environment: SIMT_DEVICES=2
// expect: out-of-bounds global line 7 says "on device 1, peer_denied.cu line 7, but the kernel runs on device 0"
// prints: an illegal memory access was encountered
#include <cstdio>

__global__ void copy(int* p, const int* q) { *p = *q; }

int main() {
  int *here, *there;
  cudaMalloc(&here, sizeof(int));
  cudaSetDevice(1);
  cudaMalloc(&there, sizeof(int));
  cudaMemset(there, 0, sizeof(int));
  cudaSetDevice(0);
  copy<<<1, 1>>>(here, there);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
