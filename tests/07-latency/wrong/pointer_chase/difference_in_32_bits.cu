// Readings and their difference have 32 bits.
// fails: Clock.MoreThan32Bits: more than 2^32 cycles
#include <cuda_runtime.h>
#include <random>
#include <vector>
#include <numeric>
#include <utility>
void make_ring(int* next, int count, unsigned seed) {
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::mt19937 random(seed);
  for (int i = count - 1; i > 0; --i) std::swap(order[i], order[random() % unsigned(i + 1)]);
  for (int i = 0; i < count; ++i) next[order[i]] = order[(i + 1) % count];
}
__global__ void chase_kernel(int* end, long long* cycles, const int* next, int warm, int hops) {
  int place = 0;
  for (int i = 0; i < warm; ++i) place = next[place];
  __shared__ int kept;
  kept = place;
  *(volatile int*)&kept;
  const long long begin = clock();
  for (int i = 0; i < hops; ++i) place = next[place];
  kept = place;
  const long long finish = clock();
  *end = place;
  *cycles = int(finish) - int(begin);
}
void chase(int* end, long long* cycles, const int* next, int warm, int hops) {
  chase_kernel<<<1, 1>>>(end, cycles, next, warm, hops);
}
