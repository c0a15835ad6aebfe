// Two simulated devices: each has its memory; peers copy freely and touch each other's memory once they may.
// environment: SIMT_DEVICES=2
// prints: 2 devices, 1
// prints: 1 42 43
// prints: peer access is already enabled
// prints: invalid device ordinal
#include <cstdio>

__global__ void add(int* p, const int* q) { *p += *q; }

int main() {
  int count, can;
  cudaGetDeviceCount(&count);
  cudaDeviceCanAccessPeer(&can, 0, 1);
  printf("%d devices, %d\n", count, can);
  int *here, *there, host = 41, one = 1;
  cudaSetDevice(0);
  cudaMalloc(&here, sizeof(int));
  cudaMemcpy(here, &one, sizeof one, cudaMemcpyHostToDevice);
  cudaSetDevice(1);
  cudaMalloc(&there, sizeof(int));
  cudaMemcpy(there, &host, sizeof host, cudaMemcpyHostToDevice);
  cudaDeviceEnablePeerAccess(0, 0);
  add<<<1, 1>>>(there, here);
  cudaMemcpy(&host, there, sizeof host, cudaMemcpyDeviceToHost);
  cudaPointerAttributes attributes;
  cudaPointerGetAttributes(&attributes, there);
  cudaMemcpyPeer(here, 0, there, 1, sizeof(int));
  cudaSetDevice(0);
  add<<<1, 1>>>(here, here + 0);
  int both;
  cudaMemcpy(&both, here, sizeof both, cudaMemcpyDeviceToHost);
  printf("%d %d %d\n", attributes.device, host, both - 41);
  cudaSetDevice(1);
  printf("%s\n", cudaGetErrorString(cudaDeviceEnablePeerAccess(0, 0)));
  printf("%s\n", cudaGetErrorString(cudaSetDevice(2)));
}
