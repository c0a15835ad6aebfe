// Threads past the end return before the barrier.
// expect: barrier line 9 block (3,0,0) thread (0,0,0) says "has ended"
#include <cstdio>

__global__ void early(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = i;
  __syncthreads();
  out[i] += 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 1024);
  early<<<4, 32>>>(out, 100);
  return cudaDeviceSynchronize();
}
