// Times reading whole objects in random order on the GPU, a thread an object: layouts × sizes.
// Run: ./course bench aos-soa --experiment gpu_random
#include <algorithm>
#include <cstdint>
#include <string>

#include "harness/experiment.hpp"
#include "tests/03-aos-soa/gpu_layouts.cuh"

namespace {

constexpr int block = 256;

// A number below count that looks like chance: a one-to-one scramble of the thread's number (count is a power of two).
__device__ long picked(long thread, long count) {
  std::uint32_t x = std::uint32_t(thread);
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return long((x ^ x >> 16) & std::uint32_t(count - 1));
}

template <typename Layout>
__global__ void pick(int* out, Layout in, long picks) {
  const long thread = long(blockIdx.x) * block + threadIdx.x;
  if (thread >= picks) return;
  const long i = picked(thread, in.count);
  out[thread] = in.at(i, 0) + in.at(i, 1) + in.at(i, 2) + in.at(i, 3);
}

__global__ void pick_whole(int* out, AosVector in, long picks) {
  const long thread = long(blockIdx.x) * block + threadIdx.x;
  if (thread >= picks) return;
  const int4 object = in.at(picked(thread, in.count));
  out[thread] = object.x + object.y + object.z + object.w;
}

void launch(const std::string& layout, int* out, int* in, long count, long picks) {
  const unsigned grid = unsigned((picks + block - 1) / block);
  if (layout == "aos") pick<Aos><<<grid, block>>>(out, {in, count}, picks);
  else if (layout == "soa") pick<Soa><<<grid, block>>>(out, {in, count}, picks);
  else if (layout == "aosoa") pick<Tiled<32>><<<grid, block>>>(out, {in, count}, picks);
  else if (layout == "aosoa8") pick<Tiled<8>><<<grid, block>>>(out, {in, count}, picks);
  else pick_whole<<<grid, block>>>(out, {in, count}, picks);
}

void time_picks(harness::Rows& rows) {
  const auto stopwatch = harness::device_stopwatch();
  for (const long count : {1l << 16, 1l << 20, 1l << 22, 1l << 24, 1l << 26}) {
    if (harness::dry_run() && count > 1l << 16) break;
    const long picks = std::min(count, 1l << 24);
    const Memory in(count), out((picks + 3) / 4);
    for (const std::string layout : {"aos", "aos_vector", "soa", "aosoa", "aosoa8"}) {
      launch(layout, out.get(), in.get(), count, picks);
      Memory::must(cudaGetLastError());
      const harness::Timing time = harness::measure(
          *stopwatch, [&] { launch(layout, out.get(), in.get(), count, picks); }, {.max_total_ms = 200});
      rows.add({{"layout", layout}, {"objects", count}, {"bytes", 16 * count}, {"picked", picks},
          {"median_ms", time.median_ms}, {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
          {"ns_per_object", time.median_ms * 1e6 / double(picks)}});
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "CUDA events, cold L2, median; a thread reads four fields of its object and writes a sum", time_picks);
}
