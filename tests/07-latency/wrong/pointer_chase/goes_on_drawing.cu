// Keeps its dice from call to call.
// fails: Ring.AnotherForAnotherSeed: another ring when it is asked
#include <cuda_runtime.h>

#include <algorithm>
#include <random>
#include <vector>

void make_ring(int* next, int count, unsigned seed) {
  static std::mt19937 dice(1);
  dice.discard(seed % 1000);
  std::vector<int> way(count);
  for (int i = 0; i < count; ++i) way[i] = i;
  std::shuffle(way.begin(), way.end(), dice);
  for (int i = 0; i < count; ++i) next[way[i]] = way[(i + 1) % count];
}

__global__ void follow(int* end, long long* cycles, const int* next, int warm, int hops) {
  int at = 0;
  while (warm-- > 0) at = next[at];
  const long long start = clock64();
  while (hops-- > 0) at = next[at];
  *end = at;
  *cycles = (at < 0 ? 0 : clock64()) - start;
}

void chase(int* end, long long* cycles, const int* next, int warm, int hops) {
  follow<<<1, 1>>>(end, cycles, next, warm, hops);
}
