// Every thread that finds something writes the same flag: worth a note, no error.
// environment: SIMT_CHECK=race
// expect: clean
// notes: race global line 7 says "both write the same value"
#include <cstdio>

__global__ void any(int* found) { found[0] = 1; }
__global__ void which(int* found) { found[0] = 1; }

int main() {
  int* found;
  cudaMalloc(&found, 4);
  cudaMemset(found, 0, 4);
  any<<<2, 64>>>(found);
  return cudaDeviceSynchronize();
}
