// Memory does not grow with the number of accesses, blocks or launches: each part may add a few MiB to the peak.
// prints: accesses: bounded
// prints: blocks: bounded
// prints: launches: bounded
// notes: record says "of 60002 launches the first 10000 are in the record"
#include <sys/resource.h>

#include <cstdio>

__global__ void long_way(int* out, int rounds) {
  int sum = 0;
  for (int i = 0; i < rounds; ++i) sum += out[(threadIdx.x + i) % 1024];
  if (sum == 1) out[threadIdx.x] = sum;
}
__global__ void short_way(int* out) { out[threadIdx.x] = 0; }

static long peak_mib() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss / 1024;
}

template <typename Work>
static void measure(const char* name, long most, Work work) {
  const long before = peak_mib();
  work();
  const long more = peak_mib() - before;
  if (more <= most) std::printf("%s: bounded\n", name);
  else std::printf("%s: %ld MiB more\n", name, more);
}

int main() {
  int* out = nullptr;
  cudaMalloc(&out, 4096);
  cudaMemset(out, 0, 4096);
  measure("accesses", 8, [=] { long_way<<<1, 1024>>>(out, 20'000); });
  measure("blocks", 8, [=] { short_way<<<1'000'000, 32>>>(out); });
  measure("launches", 128, [=] {
    for (int i = 0; i < 60'000; ++i) short_way<<<1, 32>>>(out);
  });
  cudaFree(out);
}
