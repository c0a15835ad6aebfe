// Four hops a turn.
#include <cuda_runtime.h>

#include <algorithm>
#include <random>
#include <vector>

void make_ring(int* next, int count, unsigned seed) {
  std::mt19937 dice(seed);
  std::vector<int> way(count);
  for (int i = 0; i < count; ++i) way[i] = i;
  std::shuffle(way.begin(), way.end(), dice);
  for (int i = 0; i < count; ++i) next[way[i]] = way[(i + 1) % count];
}

__global__ void follow(int* end, long long* cycles, const int* __restrict__ next, int warm, int hops) {
  int at = 0;
#pragma unroll 4
  for (int i = 0; i < warm; ++i) at = next[at];
  __syncthreads();
  const long long start = clock64();
  int i = 0;
  for (; i + 4 <= hops; i += 4) at = next[next[next[next[at]]]];
  for (; i < hops; ++i) at = next[at];
  end[0] = at;
  __threadfence();
  cycles[0] = clock64() - start;
}

void chase(int* end, long long* cycles, const int* next, int warm, int hops) {
  follow<<<1, 1>>>(end, cycles, next, warm, hops);
}
