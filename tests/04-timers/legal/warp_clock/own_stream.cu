// A stream of its own, waited for and destroyed.
// Legal: the lab asks for nothing else.
#include <cuda_runtime.h>

__global__ void warp_clock_kernel(
    int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int place = i;
  const int left = hops[i];

  const long long before = clock64();
  for (int hop = 0; hop < left; ++hop) place = next[place];
  end[i] = place;
  __syncwarp();
  const long long after = clock64();

  begin_ticks[i] = before;
  end_ticks[i] = after;
}

void warp_clock(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int block = 128;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  warp_clock_kernel<<<(count + block - 1) / block, block, 0, stream>>>(end, begin_ticks, end_ticks, next, hops, count);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
