// An index without a value, into an array of a thread's own that g++ announces to nobody: the launch ends, the program does not.
// expect: out-of-bounds line 9 says "perhaps by an index that has no value"
// prints: the host goes on: 1
#include <cstdio>

__global__ void count(int* out, int never) {
  int seen[4], counts[8] = {};
  for (int k = 0; k < never; ++k) seen[k] = k;
  for (int k = 0; k < 4; ++k) counts[seen[k] * 1000ll]++;
  out[threadIdx.x] = counts[threadIdx.x & 7];
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 128);
  count<<<1, 32>>>(out, -1);
  printf("the host goes on: %d\n", cudaDeviceSynchronize() != cudaSuccess);
}
