// An even seed gives the ring of the odd one behind it.
// fails: Ring.AnotherForAnotherSeed: draw from all bits of the seed
#include <cuda_runtime.h>
#include <random>
#include <vector>
#include <numeric>
#include <utility>
void make_ring(int* next, int count, unsigned seed) {
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(seed | 1);
  for (int i = count - 1; i > 0; --i) std::swap(order[i], order[random() % unsigned(i + 1)]);
  for (int i = 0; i < count; ++i) next[order[i]] = order[(i + 1) % count];
}
__global__ void chase_kernel(int* end, long long* cycles, const int* next, int warm, int hops) {
  int place = 0;
  for (int i = 0; i < warm; ++i) place = next[place];
  __shared__ int kept;
  kept = place;
  *(volatile int*)&kept;
  const long long begin = clock64();
  for (int i = 0; i < hops; ++i) place = next[place];
  kept = place;
  const long long finish = clock64();
  *end = place;
  *cycles = finish - begin;
}
void chase(int* end, long long* cycles, const int* next, int warm, int hops) {
  chase_kernel<<<1, 1>>>(end, cycles, next, warm, hops);
}
