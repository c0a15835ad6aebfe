// Leaps of one length, which no count divides.
// fails: Ring.Mixed: a regular order can be foreseen
#include <cuda_runtime.h>

#include <algorithm>
#include <random>
#include <vector>

void make_ring(int* next, int count, unsigned seed) {
  int leap = count / 3 + int(seed % 5) + 1;
  while (std::__gcd(leap, count) != 1) ++leap;
  for (int i = 0; i < count; ++i) next[i] = int((long(i) + leap) % count);
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
