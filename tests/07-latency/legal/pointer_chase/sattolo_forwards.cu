// Swaps upwards.
#include <cuda_runtime.h>

#include <algorithm>
#include <random>
#include <vector>

void make_ring(int* next, int count, unsigned seed) {
  std::minstd_rand dice(seed + 1);
  next[0] = 0;
  for (int i = 1; i < count; ++i) {
    const int with = std::uniform_int_distribution<int>(0, i - 1)(dice);
    next[i] = next[with];
    next[with] = i;
  }
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
