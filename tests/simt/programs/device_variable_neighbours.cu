// Two __device__ arrays lie one behind the other; an index past the first one's end is no element of the second.
// expect: out-of-bounds line 7 block (0,0,0) thread (8,0,0) says "just past the end of the variable lower, which has 32 bytes"
#include <cstdio>
__device__ int lower[8] = {1, 2, 3};
__device__ int upper[8] = {4, 5, 6};
__global__ void shift(int n) {
  if (threadIdx.x < n) lower[threadIdx.x] += upper[threadIdx.x % 8];
}

int main() {
  shift<<<1, 32>>>(8);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  shift<<<1, 32>>>(9);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
