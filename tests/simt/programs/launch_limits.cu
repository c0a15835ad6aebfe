// Launches past the device's limits: what CUDA 13.0 says of each on an H200 (2026-11-21, driver 580.159.04).
// prints: threads cudaErrorInvalidValue cudaSuccess
// prints: empty grid cudaErrorInvalidValue cudaSuccess
// prints: empty block cudaErrorInvalidValue cudaSuccess
// prints: grid y cudaErrorInvalidValue cudaSuccess
// prints: block z cudaErrorInvalidValue cudaSuccess
// prints: shared cudaErrorInvalidValue cudaSuccess
// prints: fine cudaSuccess cudaSuccess
// expect: invalid-configuration says "at most 1024 threads, this one 2048"
// expect: invalid-configuration says "must not be empty"
// expect: invalid-configuration says "must not be empty"
// expect: invalid-configuration says "a grid's y is at most 65535"
// expect: invalid-configuration says "a block's z is at most 64"
// expect: invalid-configuration says "bytes of dynamic shared memory"
#include <cstdio>

__global__ void nothing() {}

void tell(const char* what) {
  const cudaError_t launched = cudaGetLastError(), finished = cudaDeviceSynchronize();
  printf("%s %s %s\n", what, cudaGetErrorName(launched), cudaGetErrorName(finished));
}

int main() {
  nothing<<<1, 2048>>>(), tell("threads");
  nothing<<<0, 32>>>(), tell("empty grid");
  nothing<<<1, 0>>>(), tell("empty block");
  nothing<<<dim3(1, 70000), 32>>>(), tell("grid y");
  nothing<<<1, dim3(1, 1, 65)>>>(), tell("block z");
  nothing<<<1, 32, 50000>>>(), tell("shared");
  nothing<<<1, 1>>>(), tell("fine");
}
