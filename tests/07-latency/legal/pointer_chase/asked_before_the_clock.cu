// A question that is never answered with yes waits for the last load.
#include <cuda_runtime.h>

#include <numeric>
#include <random>
#include <utility>

// Sattolo's algorithm. It shuffles as one does who wants any order, but never leaves a place where
// it is, and that makes one ring of all of them.
void make_ring(int* next, int count, unsigned seed) {
  std::mt19937 random(seed);
  std::iota(next, next + count, 0);
  for (int i = count - 1; i > 0; --i) std::swap(next[i], next[random() % i]);
}

__global__ void chase_kernel(
    int* end, long long* cycles, const int* next, int warm, int hops) {
  int place = 0;
  for (int hop = 0; hop < warm; ++hop) place = next[place];

  const long long begin = clock64();
  for (int hop = 0; hop < hops; ++hop) place = next[place];
  if (place == -1) *cycles = 0;
  const long long finish = clock64();

  *end = place;
  *cycles = finish - begin;
}

void chase(int* end, long long* cycles, const int* next, int warm, int hops) {
  chase_kernel<<<1, 1>>>(end, cycles, next, warm, hops);
}
