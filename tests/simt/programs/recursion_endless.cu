// A recursion whose end is never reached: on a GPU the stack of a thread is far smaller, and it ends as an illegal access.
// expect: stack-overflow line 8 block (0,0,0) says "runs out of its stack"
// prints: the host goes on: 1
// lanes: which of them runs out of its stack first hangs on how far each one runs at a time
#include <cstdio>

__device__ int depth(int* data, int n) {
  return n == 0 ? 0 : 1 + depth(data, n + data[n & 7]) * data[1];
}
__global__ void measure(int* data) { data[threadIdx.x] = depth(data, 1); }

int main() {
  int* data = nullptr;
  cudaMalloc(&data, 256);
  int ones[64];
  for (int& one : ones) one = 1;
  cudaMemcpy(data, ones, sizeof ones, cudaMemcpyHostToDevice);
  measure<<<1, 64>>>(data);
  std::printf("the host goes on: %d\n", cudaDeviceSynchronize() != cudaSuccess);
}
