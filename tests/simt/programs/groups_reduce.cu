// Sums of floats over tiles and groups, whose bits hang on the order in which numbers meet, and structures of 32 bytes that
// pass from lane to lane: an H200 prints the same (data/simt/printed).
// environment: SIMT_CHECK=all
// prints: reduce of a warp 93545983
// prints: of eight bcd04252
// prints: scan of a warp 6a39452e
// prints: of eight b973f2c0
// prints: reduce of coalesced 52c43f26
// prints: inclusive 019c05af
// prints: exclusive 0ddf7bfc
// prints: of labels 42021749
// prints: pair 0.0909091 3 0.030303 3000
// prints: pair 0.111111 63 0.037037 63000
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

namespace cg = cooperative_groups;

struct Pair {
  double value;
  int index;
  float more;
  long long last;
};

__global__ void sums(float* out, Pair* pairs) {
  const auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  const auto eight = cg::tiled_partition<8>(warp);
  const unsigned i = threadIdx.x;
  const float x = 1.0f / (1 + i * 37 % 101);
  out[i] = cg::reduce(warp, x, cg::plus<float>());
  out[64 + i] = cg::reduce(eight, x, cg::plus<float>());
  out[128 + i] = cg::inclusive_scan(warp, x);
  out[192 + i] = cg::inclusive_scan(eight, x);
  if (i % 3) {
    const auto some = cg::coalesced_threads();
    out[256 + i] = cg::reduce(some, x, cg::plus<float>());
    out[320 + i] = cg::inclusive_scan(some, x);
    out[384 + i] = cg::exclusive_scan(some, x, cg::plus<float>());
  }
  const auto parts = cg::labeled_partition(warp, i / 3 % 4);
  out[448 + i] = cg::reduce(parts, x, cg::plus<float>());
  const Pair mine{x, int(i), x / 3, i * 1000ll};
  const Pair best = cg::reduce(warp, mine, [](Pair a, Pair b) {
    return a.value > b.value || (a.value == b.value && a.index < b.index) ? a : b;
  });
  pairs[i] = eight.shfl_down(best.index == int(i) ? best : mine, 3);
}

int main() {
  float* out;
  Pair* pairs;
  cudaMallocManaged(&out, 512 * sizeof(float));
  cudaMallocManaged(&pairs, 64 * sizeof(Pair));
  for (int i = 0; i < 512; ++i) out[i] = 0;
  sums<<<1, 64>>>(out, pairs);
  cudaDeviceSynchronize();
  const char* const names[] = {"reduce of a warp", "of eight", "scan of a warp", "of eight", "reduce of coalesced",
      "inclusive", "exclusive", "of labels"};
  for (int g = 0; g < 8; ++g) {
    unsigned long long hash = 14695981039346656037ull;
    for (int i = 0; i < 64; ++i) hash = (hash ^ reinterpret_cast<unsigned*>(out)[g * 64 + i]) * 1099511628211ull;
    printf("%s %08x\n", names[g], unsigned(hash >> 32));
  }
  for (const int i : {0, 63}) printf("pair %g %d %g %lld\n", pairs[i].value, pairs[i].index, pairs[i].more, pairs[i].last);
  cudaFree(out);
  cudaFree(pairs);
}
