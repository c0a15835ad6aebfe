// Writes the readings the wrong way round.
// fails: Clock.ReadBeforeAndAfter: have the two changed places
#include <cuda_runtime.h>

__global__ void warp_clock_kernel(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int place = i;
  const int left = hops[i];

  const long long before = clock64();
  for (int hop = 0; hop < left; ++hop) place = next[place];
  end[i] = place;
  __syncwarp();
  const long long after = clock64();

  begin_ticks[i] = after;
  end_ticks[i] = before;
}

void warp_clock(int* end, long long* begin_ticks, long long* end_ticks, const int* next, const int* hops, int count) {
  const int block = 128;
  warp_clock_kernel<<<(count + block - 1) / block, block>>>(end, begin_ticks, end_ticks, next, hops, count);
}
