// The same read with a cold and with a warm L2, from far below the cache's size to far above it.
// Run: ./course bench timers --experiment l2
#include <cuda_runtime.h>

#include <memory>

#include "harness/device.hpp"
#include "harness/experiment.hpp"
#include "harness/timing.hpp"
#include "tests/04-timers/sampling.hpp"

namespace {

__global__ void read_all(const float4* in, int count, float* sink) {
  float sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const float4 v = in[i];
    sum += v.x + v.y + v.z + v.w;
  }
  if (sum == 0.12345f) *sink = sum;
}

// Events on an idle GPU, as one would write it at first: the time from the first mark on has the CPU in it.
class Idle : public harness::Stopwatch {
 public:
  void prepare() override { cudaDeviceSynchronize(); }
  void start() override { events_->start(); }
  double stop() override { return events_->stop(); }

 private:
  std::unique_ptr<harness::Stopwatch> events_ = harness::device_stopwatch();
};

// A cold L2 without a byte that is still to be written back: other data was read, not written.
class Clean : public harness::Stopwatch {
 public:
  Clean() {
    experiment::must(cudaMalloc(&other_, bytes), "allocating");
    experiment::must(cudaMalloc(&sink_, sizeof *sink_), "allocating");
    experiment::must(cudaMemset(other_, 0, bytes), "clearing");
  }
  ~Clean() override {
    cudaFree(other_);
    cudaFree(sink_);
  }
  void prepare() override { read_all<<<132 * 16, 256>>>(other_, int(bytes / sizeof *other_), sink_); }
  void start() override { events_->start(); }
  double stop() override { return events_->stop(); }

 private:
  const std::size_t bytes = harness::dry_run() ? 1 << 16 : 1 << 28;
  float4* other_ = nullptr;
  float* sink_ = nullptr;
  std::unique_ptr<harness::Stopwatch> events_ = harness::device_stopwatch();
};

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "the harness's loop; cold: L2 overwritten before each sample; warm: the GPU held back while the marks are set; "
      "idle: not held back; nothing to write back: 256 MiB read before each sample instead",
      [](harness::Rows& rows) {
        for (int mib = 1; mib <= (harness::dry_run() ? 1 : 512); mib *= 2) {
          const std::size_t bytes = std::size_t(mib) << 20;
          float4* in = nullptr;
          float* sink = nullptr;
          experiment::must(cudaMalloc(&in, bytes), "allocating");
          experiment::must(cudaMalloc(&sink, sizeof *sink), "allocating");
          experiment::must(cudaMemset(in, 0, bytes), "clearing");
          const auto work = [&] {
            read_all<<<harness::dry_run() ? 8 : 132 * 16, 256>>>(in, int(bytes / sizeof *in), sink);
          };
          const auto cold_watch = harness::device_stopwatch(),
                     warm_watch = harness::device_stopwatch(harness::Cache::warm);
          Idle idle_watch;
          Clean clean_watch;
          const harness::Timing cold = harness::measure(*cold_watch, work);
          const harness::Timing warm = harness::measure(*warm_watch, work);
          const harness::Timing idle = harness::measure(idle_watch, work);
          const harness::Timing clean = harness::measure(clean_watch, work);
          for (const auto& [cache, timing] : {std::pair{"cold", cold}, std::pair{"cold, nothing to write back", clean},
                   std::pair{"warm", warm}, std::pair{"warm, GPU idle before", idle}})
            rows.add({{"mib", mib}, {"cache", cache}, {"median_ms", timing.median_ms}, {"q1_ms", timing.q1_ms},
                {"q3_ms", timing.q3_ms}, {"gb_per_s", double(bytes) / 1e6 / timing.median_ms},
                {"samples", timing.samples}, {"stable", timing.stable ? "yes" : "no"}});
          cudaFree(in);
          cudaFree(sink);
        }
      });
}
