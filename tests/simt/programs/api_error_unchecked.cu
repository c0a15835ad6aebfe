// Calls that fail, and a program that never looks.
// expect: api-error line 11 says "cudaMalloc failed with cudaErrorMemoryAllocation (out of memory)"
// expect: api-error line 12 says "cudaSetDevice failed with cudaErrorInvalidDevice"
// expect: api-error line 14 says "cudaStreamDestroy failed with cudaErrorInvalidResourceHandle"
#include <cstdio>

__global__ void nothing() {}

int main() {
  float* huge = nullptr;
  cudaMalloc(&huge, std::size_t(1) << 50);
  cudaSetDevice(17);
  // A launch that goes well does not make up for it.
  cudaStreamDestroy(nullptr);
  nothing<<<1, 32>>>();
  cudaDeviceSynchronize();
}
