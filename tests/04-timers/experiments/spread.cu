// A thousand times of one kernel, as they came: by the host's clock with a wait, and by events.
// Run: ./course bench timers --experiment spread
#include <cuda_runtime.h>

#include "harness/experiment.hpp"
#include "tests/04-timers/sampling.hpp"

using namespace experiment;

namespace {

__global__ void scale(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 2 * in[i];
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "the same copy of 4 Mi floats, warm L2, 1000 times each way after 20 warm-ups, each sample a row",
      [](harness::Rows& rows) {
        const int count = harness::dry_run() ? 1 << 10 : 1 << 22, samples = harness::dry_run() ? 10 : 1000;
        float *out = nullptr, *in = nullptr;
        must(cudaMalloc(&out, count * sizeof(float)), "allocating");
        must(cudaMalloc(&in, count * sizeof(float)), "allocating");
        must(cudaMemset(in, 0, count * sizeof(float)), "clearing");
        cudaEvent_t begin, end;
        must(cudaEventCreate(&begin), "an event");
        must(cudaEventCreate(&end), "an event");
        std::vector<double> host, events;
        for (int i = 0; i < 20 + samples; ++i) {
          must(cudaDeviceSynchronize(), "waiting");
          const auto called = Clock::now();
          scale<<<count / 256, 256>>>(out, in, count);
          must(cudaDeviceSynchronize(), "running the kernel");
          const auto done = Clock::now();
          cudaEventRecord(begin);
          scale<<<count / 256, 256>>>(out, in, count);
          cudaEventRecord(end);
          must(cudaEventSynchronize(end), "running the kernel");
          float ms = 0;
          cudaEventElapsedTime(&ms, begin, end);
          if (i < 20) continue;
          host.push_back(microseconds(done - called));
          events.push_back(1000 * double(ms));
        }
        for (std::size_t i = 0; i < host.size(); ++i) rows.add({{"how", "host"}, {"sample", int(i)}, {"us", host[i]}});
        for (std::size_t i = 0; i < events.size(); ++i)
          rows.add({{"how", "events"}, {"sample", int(i)}, {"us", events[i]}});
      });
}
