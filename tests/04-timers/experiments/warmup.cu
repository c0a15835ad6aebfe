// The first launches of a process: what they pay for once. Every row is one reading, of one process.
// Run: ./course bench timers --experiment warmup
#include <cuda_runtime.h>

#include "harness/experiment.hpp"
#include "tests/04-timers/sampling.hpp"

using namespace experiment;

namespace {

__global__ void scale(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = 2 * in[i];
}

__global__ void root(float* out, const float* in, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = sqrtf(in[i]);
}

template <typename Work>
double timed(Work work) {
  const auto begin = Clock::now();
  work();
  must(cudaDeviceSynchronize(), "waiting");
  return microseconds(Clock::now() - begin);
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "one process, each row once: host clock around call and cudaDeviceSynchronize; 4 Mi floats",
      [](harness::Rows& rows) {
        const auto add = [&](const char* what, int nth, double host_us) {
          rows.add({{"what", what}, {"nth", nth}, {"host_us", host_us}});
        };
        const int count = harness::dry_run() ? 1 << 10 : 1 << 22;
        float *out = nullptr, *in = nullptr;
        add("context", 1, timed([] { must(cudaFree(nullptr), "the context"); }));
        add("malloc", 1, timed([&] { must(cudaMalloc(&out, count * sizeof(float)), "allocating"); }));
        add("malloc", 2, timed([&] { must(cudaMalloc(&in, count * sizeof(float)), "allocating"); }));
        must(cudaMemset(in, 0, count * sizeof(float)), "clearing");
        must(cudaDeviceSynchronize(), "waiting");
        for (int nth = 1; nth <= 30; ++nth)
          add("scale", nth, timed([&] { scale<<<count / 256, 256>>>(out, in, count); }));
        for (int nth = 1; nth <= 30; ++nth)
          add("root", nth, timed([&] { root<<<count / 256, 256>>>(out, in, count); }));
      });
}
