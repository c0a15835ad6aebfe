// One lane goes to the barrier, the others wait for it in a warp primitive.
// expect: sync line 8 says "waits at __syncthreads"
#include <cstdio>

__global__ void crossed(int* out) {
  const int lane = threadIdx.x;
  if (lane == 31) __syncthreads();
  else out[lane] = __shfl_sync(0xffffffffu, lane, 0);
}

int main() {
  int* out;
  cudaMalloc(&out, 128);
  crossed<<<1, 32>>>(out);
  return cudaDeviceSynchronize() == cudaErrorLaunchFailure ? 0 : 1;
}
