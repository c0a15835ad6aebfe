// A kernel that gives up with __trap().
// expect: trap line 6 thread (3,0,0) says "calls __trap()"
// prints: unspecified launch failure
#include <cstdio>

__global__ void refuse(int n) { if (int(threadIdx.x) == n) __trap(); }

int main() {
  refuse<<<1, 32>>>(40);
  refuse<<<1, 32>>>(3);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
