// Begins the list at place 1.
// fails: Ring.OneCycle: ring
#include <cuda_runtime.h>

#include <algorithm>
#include <random>
#include <vector>

void make_ring(int* next, int count, unsigned seed) {
  std::mt19937 dice(seed);
  std::vector<int> way;
  for (int i = 1; i < count; ++i) way.push_back(i);
  std::shuffle(way.begin(), way.end(), dice);
  next[0] = 0;
  for (std::size_t i = 0; i < way.size(); ++i) next[way[i]] = way[(i + 1) % way.size()];
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
