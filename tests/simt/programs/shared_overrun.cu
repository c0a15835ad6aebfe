// One __shared__ array lies behind another; an index past the end of the first must not pass for one of the second.
// expect: out-of-bounds shared line 11 block (0,0,0) thread (31,0,0) says "just past the end of the shared array first, which has 128 bytes"
#include <cstdio>

__global__ void shift(int* out, const int* in) {
  __shared__ int first[32];
  __shared__ int second[32];
  first[threadIdx.x] = in[threadIdx.x];
  second[threadIdx.x] = in[threadIdx.x] + 1;
  __syncthreads();
  out[threadIdx.x] = first[threadIdx.x + 1] + second[31 - threadIdx.x];
}

int main() {
  int *in = nullptr, *out = nullptr;
  cudaMalloc(&in, 128);
  cudaMalloc(&out, 128);
  cudaMemset(in, 0, 128);
  shift<<<1, 32>>>(out, in);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
