// The launch gives the block fewer bytes of dynamic shared memory than the kernel uses.
// expect: out-of-bounds shared line 6 block (0,0,0) thread (32,0,0) says "just past the end of dynamic shared memory, which has 128 bytes"
#include <cstdio>
__global__ void stage(float* out) {
  extern __shared__ float tile[];
  tile[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

int main() {
  float* out = nullptr;
  cudaMalloc(&out, 256);
  stage<<<1, 64, 64 * sizeof(float)>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  stage<<<1, 64, 32 * sizeof(float)>>>(out);
  return cudaDeviceSynchronize() == cudaErrorIllegalAddress ? 0 : 1;
}
