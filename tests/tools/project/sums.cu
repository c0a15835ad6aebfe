// Sums on the device: one block, a total of each thread's, and a tree of them.
#include "sums.hpp"

namespace {

constexpr int threads = 256;

__global__ void sum_kernel(const int* values, int n, Total* total) {
  __shared__ Total part[threads];
  Total mine;
  for (int i = threadIdx.x; i < n; i += threads) mine.add({values[i], 1});
  part[threadIdx.x] = mine;
  for (int half = threads / 2; half; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x].add(part[threadIdx.x + half]);
  }
  if (threadIdx.x != 0) return;
#ifdef MISTAKE
  total->add(part[0]);  // to whatever is in memory that nobody has written
#else
  *total = part[0];
#endif
}

}  // namespace

void sum_up(const int* values, int n, Total* total) { sum_kernel<<<1, threads>>>(values, n, total); }
