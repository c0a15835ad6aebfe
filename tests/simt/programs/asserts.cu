// An assert() that fails in one thread ends the launch with its own error; those that hold say nothing.
// expect: assert line 9 block (1,0,0) thread (5,0,0) says "assert(data[i] < limit) does not hold"
// prints: device-side assert triggered
#include <cassert>
#include <cstdio>

__global__ void check(const int* data, int limit) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  assert(data[i] < limit);
}

int main() {
  int host[64], *data;
  for (int i = 0; i < 64; ++i) host[i] = i;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  check<<<2, 32>>>(data, 64);
  cudaDeviceSynchronize();
  check<<<2, 32>>>(data, 37);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
