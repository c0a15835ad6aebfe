// Memory does not grow with the number of accesses, blocks or launches: each part may add a few MiB to the peak.
// prints: accesses: bounded
// prints: blocks: bounded
// prints: launches that are kept: bounded
// prints: launches that are not: bounded
// notes: record says "of 20004 launches the first 10000 are in the record"
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
  const auto launches = [=](int times) {
    for (int i = 0; i < times; ++i) short_way<<<1, 32>>>(out);
  };
  long_way<<<1, 1024>>>(out, 1);  // the threads' stacks
  short_way<<<1'000, 32>>>(out);  // every worker has begun: under QEMU each takes some MiB of QEMU's own
  measure("accesses", 2, [=] { long_way<<<1, 1024>>>(out, 5'000); });
  measure("blocks", 2, [=] { short_way<<<250'000, 32>>>(out); });
  measure("launches that are kept", 64, [=] { launches(10'000); });
  measure("launches that are not", 8, [=] { launches(10'000); });
  cudaFree(out);
}
