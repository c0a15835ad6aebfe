// Meets those lanes that __activemask() names.
// fails: Clock.LanesMeetForSure: lanes that leave the loop early meet the others by chance only
#include <cuda_runtime.h>

__global__ void warp_clock_kernel(
    int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int place = i;
  const int left = hops[i];  // loaded before the clock starts: only the walk is to be timed

  const long long before = clock64();
  for (int hop = 0; hop < left; ++hop) place = next[place];
  // Stored before the clock stops. A result that is not needed yet may be worked out after the
  // second reading, one that is needed nowhere not at all.
  end[i] = place;
  // Lanes with fewer hops have left the loop. A warp's time is that of its slowest lane.
  __syncwarp(__activemask());
  const long long after = clock64();

  begin_ticks[i] = before;
  end_ticks[i] = after;
}

void warp_clock(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int block = 128;
  warp_clock_kernel<<<(count + block - 1) / block, block>>>(end, begin_ticks, end_ticks, next, hops, count);
}
