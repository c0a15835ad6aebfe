// One thread reads the clock for its whole block.
// fails: Clock.EveryWarpHasItsOwn: not by one thread for all
#include <cuda_runtime.h>

__global__ void warp_clock_kernel(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= (count + 127) / 128 * 128) return;
  int place = i;
  const int left = i < count ? hops[i] : 0;

  __shared__ long long first, last;
  __syncthreads();
  if (threadIdx.x == 0) first = clock64();
  __syncthreads();
  for (int hop = 0; hop < left; ++hop) place = next[place];
  if (i < count) end[i] = place;
  __syncthreads();
  if (threadIdx.x == 0) last = clock64();
  __syncthreads();
  const long long before = first, after = last;

  if (i >= count) return;
  begin_ticks[i] = before;
  end_ticks[i] = after;
}

void warp_clock(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int block = 128;
  warp_clock_kernel<<<(count + block - 1) / block, block>>>(end, begin_ticks, end_ticks, next, hops, count);
}
