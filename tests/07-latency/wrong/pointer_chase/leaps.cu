// Leaps of one length.
// fails: Ring.OneCycle: in rings of their own
#include <cuda_runtime.h>

#include <algorithm>
#include <random>
#include <vector>

void make_ring(int* next, int count, unsigned seed) {
  for (int i = 0; i < count; ++i) next[i] = (i + 129 + 2 * (seed % 7)) % count;
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
