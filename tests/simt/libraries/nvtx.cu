// Marks and ranges for profilers, from NVIDIA's own headers, in C and in C++. No tool listens: a range that is pushed has no depth,
// which the header calls NVTX_NO_PUSH_POP_TRACKING, and the program does what it does without.
// prints: no depth: -2 -2 -2
// prints: sum 496
#include <cstdio>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvtx3.hpp>

__global__ void count(int* out) { atomicAdd(out, int(threadIdx.x)); }

static int* counted() {
  NVTX3_FUNC_RANGE();
  int* out = nullptr;
  cudaMallocManaged(&out, sizeof *out);
  *out = 0;
  const nvtx3::scoped_range range{"kernel"};
  count<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  return out;
}

int main() {
  nvtxEventAttributes_t attributes = {};
  attributes.version = NVTX_VERSION;
  attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
  attributes.messageType = NVTX_MESSAGE_TYPE_ASCII;
  attributes.message.ascii = "all";
  const int pushed = nvtxRangePushEx(&attributes), inside = nvtxRangePushA("inside");
  nvtxMarkA("here");
  const nvtxRangeId_t range = nvtxRangeStartA("apart");
  int* const out = counted();
  nvtxRangeEnd(range);
  nvtxRangePop();
  std::printf("no depth: %d %d %d\n", pushed, inside, nvtxRangePop());
  std::printf("sum %d\n", *out);
  cudaFree(out);
}
