// What an error's number is called, the last one of CUDA's own among them, from which on older drivers counted theirs.
// prints: 0 cudaSuccess: no error
// prints: 2 cudaErrorMemoryAllocation: out of memory
// prints: 700 cudaErrorIllegalAddress: an illegal memory access was encountered
// prints: 999 cudaErrorUnknown: unknown error
// prints: 10000 cudaErrorApiFailureBase: api failure base
// prints: 10001 unrecognized error code
#include <cstdio>

int main() {
  const cudaError_t errors[] = {
      cudaSuccess, cudaErrorMemoryAllocation, cudaErrorIllegalAddress, cudaErrorUnknown, cudaErrorApiFailureBase};
  for (const cudaError_t error : errors)
    std::printf("%d %s: %s\n", error, cudaGetErrorName(error), cudaGetErrorString(error));
  const auto behind = static_cast<cudaError_t>(cudaErrorApiFailureBase + 1);
  std::printf("%d %s\n", behind, cudaGetErrorString(behind));
}
