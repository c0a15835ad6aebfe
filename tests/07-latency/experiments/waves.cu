// A grid that is a whole number of waves, one that is a block more, and one that stays: time over the number of blocks.
// Run: ./course bench latency --experiment waves

#include "tests/07-latency/ring.cuh"

namespace {

constexpr int threads = 256;

// Each element costs `turns` dependent multiply-adds, so a block lasts as long as any other.
__device__ inline float work(float x, int turns) {
  for (int i = 0; i < turns; ++i) x = fmaf(x, 0.999f, 0.5f);
  return x;
}

__global__ void __launch_bounds__(threads) one_each_kernel(float* out, const float* in, int count, int turns) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) out[i] = work(in[i], turns);
}

__global__ void __launch_bounds__(threads) persistent_kernel(float* out, const float* in, int count, int turns) {
  const int step = int(gridDim.x * blockDim.x);
  for (int i = int(blockIdx.x * blockDim.x + threadIdx.x); i < count; i += step) out[i] = work(in[i], turns);
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "CUDA events, cold L2, median and quartiles; blocks of 256 threads, an element a thread, so many dependent"
      " multiply-adds each; persistent: a grid of as many blocks as fit at a time";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const bool dry = harness::dry_run();
    int sms = 2, fit = 1;
    // Shared memory that nobody uses leaves room for one block an SM, or for as many as there can be.
    for (const int shared : {0, 200 * 1024}) {
      if (!dry) {
        for (const auto kernel : {one_each_kernel, persistent_kernel})
          cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, shared);
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, one_each_kernel, threads, std::size_t(shared));
      }
      const int wave = sms * fit;
      const auto stopwatch = harness::device_stopwatch();
      const harness::DeviceBuffer<float> in(std::size_t(wave) * threads * 24, "in"), out(in.size(), "out");
      cudaMemset(in.get(), 0, in.size() * 4);
      std::vector<int> grids;  // in blocks
      for (int quarters = 1; quarters <= 20; ++quarters) grids.push_back(std::max(1, wave * quarters / 4));
      for (int waves = 1; waves <= 4; ++waves) grids.push_back(wave * waves + 1);
      grids.push_back(wave * 20 + 1);
      std::sort(grids.begin(), grids.end());
      for (const int turns : {2000, 0})
        for (const int blocks : grids) {
          if (dry && blocks > wave + 1) continue;
          for (const bool persistent : {false, true}) {
            const int count = blocks * threads, grid = persistent ? std::min(blocks, wave) : blocks;
            const auto kernel = persistent ? persistent_kernel : one_each_kernel;
            const harness::Timing time = harness::measure(*stopwatch,
                [&] { kernel<<<grid, threads, dry ? 0 : shared>>>(out.get(), in.get(), count, dry ? 1 : turns); },
                {.max_total_ms = 60});
            rows.add({{"blocks_per_sm", fit}, {"turns", turns}, {"grid", persistent ? "persistent" : "a block each"},
                {"blocks", blocks}, {"wave", wave}, {"waves", double(blocks) / wave}, {"median_ms", time.median_ms},
                {"q1_ms", time.q1_ms}, {"q3_ms", time.q3_ms}, {"samples", time.samples}});
          }
        }
    }
  });
}
