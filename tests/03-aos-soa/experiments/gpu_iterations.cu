// Times the iterated add on the GPU, all iterations of an object in its thread: layouts × iterations × sizes.
// Run: ./course bench aos-soa --experiment gpu_iterations
#include <string>

#include "harness/experiment.hpp"
#include "tests/03-aos-soa/gpu_layouts.cuh"

namespace {

constexpr int block = 256;

// The pointers might overlap, as far as nvcc knows: it loads `in` and stores `out` in every iteration.
template <typename Layout>
__global__ void repeat(Layout out, Layout in, int iterations) {
  const long i = long(blockIdx.x) * block + threadIdx.x;
  if (i >= out.count) return;
  for (int k = 0; k < iterations; ++k)
    for (int field = 0; field < 4; ++field) out.at(i, field) += in.at(i, field);
}

__global__ void repeat_whole(AosVector out, AosVector in, int iterations) {
  const long i = long(blockIdx.x) * block + threadIdx.x;
  if (i >= out.count) return;
  for (int k = 0; k < iterations; ++k) out.at(i) = out.at(i) + in.at(i);
}

void launch(const std::string& layout, int* out, int* in, long count, int iterations) {
  const unsigned grid = unsigned((count + block - 1) / block);
  if (layout == "aos") repeat<Aos><<<grid, block>>>({out, count}, {in, count}, iterations);
  else if (layout == "soa") repeat<Soa><<<grid, block>>>({out, count}, {in, count}, iterations);
  else if (layout == "aosoa") repeat<Tiled<32>><<<grid, block>>>({out, count}, {in, count}, iterations);
  else repeat_whole<<<grid, block>>>({out, count}, {in, count}, iterations);
}

void time_iterations(harness::Rows& rows) {
  const auto stopwatch = harness::device_stopwatch();
  for (const long count : {1l << 10, 1l << 18, 1l << 24})
    for (const int iterations : {1, 2, 4, 8, 16, 64, 256}) {
      if (count * iterations > (harness::dry_run() ? 1l << 12 : 1l << 28)) continue;
      const Memory out(count), in(count);
      for (const std::string layout : {"aos", "aos_vector", "soa", "aosoa"}) {
        launch(layout, out.get(), in.get(), count, iterations);
        Memory::must(cudaGetLastError());
        const harness::Timing time = harness::measure(
            *stopwatch, [&] { launch(layout, out.get(), in.get(), count, iterations); }, {.max_total_ms = 200});
        rows.add({{"layout", layout}, {"objects", count}, {"iterations", iterations}, {"median_ms", time.median_ms},
            {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples},
            {"ns_per_iteration", time.median_ms * 1e6 / (double(count) * iterations)}});
      }
    }
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(
      argc, argv, "CUDA events, cold L2, median; ns of one object's four additions", time_iterations);
}
