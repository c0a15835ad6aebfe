// A float4 read from an address that is a multiple of 4 only.
// expect: misaligned global line 6 block (0,0,0) thread (0,0,0) says "at byte 4"
#include <cuda_runtime.h>

__global__ void shifted(float4* out, const float* in) {
  out[threadIdx.x] = *reinterpret_cast<const float4*>(in + 1 + 4 * threadIdx.x);
}

int main() {
  float4* out;
  float* in;
  cudaMalloc(&out, 1024);
  cudaMalloc(&in, 2048);
  shifted<<<1, 32>>>(out, in);
  return cudaDeviceSynchronize() == cudaErrorMisalignedAddress ? 0 : 1;
}
