// The second reading is none: so many ticks for each hop of the slowest lane.
// fails: Clock.AsTheClockGoes: both results are readings of the clock
#include <cuda_runtime.h>

struct Walk {
  const int *next, *hops;
  int count;
};
__global__ void walk(int* end, long long* begin_ticks, long long* end_ticks, Walk w) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= w.count) return;
  int left = w.hops[i], at = i;
  const unsigned who = __activemask();
  __syncwarp(who);
  const long long began = clock64();
  while (left > 0) --left, at = w.next[at];
  end[i] = at;
  const long long ended = began + 40ll * __reduce_max_sync(who, w.hops[i]);
  begin_ticks[i] = began, end_ticks[i] = ended;
}
void warp_clock(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  walk<<<(count + 95) / 96, 96>>>(end, begin_ticks, end_ticks, Walk{next, hops, count});
}
