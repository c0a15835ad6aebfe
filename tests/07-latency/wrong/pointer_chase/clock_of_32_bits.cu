// Reads the clock of 32 bits.
// fails: Clock.PastTheEndOf32Bits: in a long long
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

__global__ void follow(int* end, long long* cycles, const int* next, int warm, int hops) {
  int at = 0;
  while (warm-- > 0) at = next[at];
  const int start = int(clock64());
  while (hops-- > 0) at = next[at];
  *end = at;
  *cycles = (long long)(at < 0 ? 0 : int(clock64())) - (unsigned)start;
}

void chase(int* end, long long* cycles, const int* next, int warm, int hops) {
  follow<<<1, 1>>>(end, cycles, next, warm, hops);
}
