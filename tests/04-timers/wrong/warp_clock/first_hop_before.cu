// The first hop is made before the clock is read.
// fails: Clock.EveryHopIsTimed: a warp whose lanes hop 1 time took
#include <cuda_runtime.h>

__global__ void warp_clock_kernel(
    int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int place = i;
  const int left = hops[i];  // loaded before the clock starts: only the walk is to be timed

  if (left > 0) place = next[place];
  __syncwarp();
  const long long before = clock64();
  for (int hop = 1; hop < left; ++hop) place = next[place];
  // Stored before the clock stops. A result that is not needed yet may be worked out after the
  // second reading, one that is needed nowhere not at all.
  end[i] = place;
  // Lanes with fewer hops have left the loop. A warp's time is that of its slowest lane.
  __syncwarp();
  const long long after = clock64();

  begin_ticks[i] = before;
  end_ticks[i] = after;
}

void warp_clock(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int block = 128;
  warp_clock_kernel<<<(count + block - 1) / block, block>>>(end, begin_ticks, end_ticks, next, hops, count);
}
