// Legal: every error is looked at, each in another way.
// environment: SIMT_CHECK=all,leak
// prints: 5 errors seen
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                              \
  do {                                                                           \
    const cudaError_t error_ = (call);                                           \
    if (error_ != cudaSuccess) ++seen, last_text = cudaGetErrorString(error_);   \
  } while (0)

static int seen = 0;
static const char* last_text = nullptr;

inline void check(cudaError_t error, const char*, int) {
  if (error != cudaSuccess) ++seen;
}
static cudaError_t allocate(void** pointer, std::size_t bytes) { return cudaMalloc(pointer, bytes); }

int main() {
  void* huge = nullptr;
  const std::size_t too_much = std::size_t(1) << 50;
  CHECK(cudaMalloc(&huge, too_much));
  check(cudaMalloc(&huge, too_much), __FILE__, __LINE__);
  if (allocate(&huge, too_much) != cudaSuccess) ++seen;
  // Not looked at here, but asked for afterwards.
  cudaMalloc(&huge, too_much);
  if (cudaGetLastError() == cudaErrorMemoryAllocation) ++seen;
  cudaSetDevice(17);
  cudaMalloc(&huge, too_much);
  if (cudaPeekAtLastError() != cudaSuccess) ++seen;
  // Thrown away on purpose.
  cudaSetDevice(17);
  cudaGetLastError();
  std::printf("%d errors seen\n", seen);
  return last_text ? 0 : 1;
}
