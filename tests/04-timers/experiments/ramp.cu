// A GPU that has been idle, then works: the speed of its clock, launch after launch.
// Run: ./course bench timers --experiment ramp
#include <cuda_runtime.h>

#include <chrono>
#include <thread>

#include "harness/experiment.hpp"
#include "tests/04-timers/sampling.hpp"

using namespace experiment;

namespace {

struct Seen {
  unsigned long long nanoseconds;
  long long ticks;
};

// The same arithmetic in every thread of every block. Thread 0 reads both clocks before and after.
__global__ void work(Seen* seen, float* sink, int rounds) {
  const unsigned long long began = global_nanoseconds();
  const long long first = clock64();
  float x = float(threadIdx.x);
  for (int i = 0; i < rounds; ++i) x = fmaf(x, 0.999f, 1.0f);
  if (x == 0.12345f) *sink = x;
  if (blockIdx.x == 0 && threadIdx.x == 0) *seen = {global_nanoseconds() - began, clock64() - first};
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "3 s of idling, then 400 launches of the same arithmetic on every SM, events around each; one run",
      [](harness::Rows& rows) {
        Seen* seen = nullptr;
        float* sink = nullptr;
        must(cudaMallocHost(&seen, sizeof *seen), "allocating");
        must(cudaMalloc(&sink, sizeof *sink), "allocating");
        cudaEvent_t begin, end;
        must(cudaEventCreate(&begin), "an event");
        must(cudaEventCreate(&end), "an event");
        cudaDeviceProp properties{};
        must(cudaGetDeviceProperties(&properties, 0), "asking for the number of SMs");
        const int blocks = harness::dry_run() ? 2 : properties.multiProcessorCount * 4;
        const int rounds = harness::dry_run() ? 2 : 50'000;
        work<<<blocks, 256>>>(seen, sink, rounds);
        must(cudaDeviceSynchronize(), "warming up");
        std::this_thread::sleep_for(std::chrono::seconds(harness::dry_run() ? 0 : 3));
        const auto origin = Clock::now();
        for (int launch = 1; launch <= (harness::dry_run() ? 5 : 400); ++launch) {
          cudaEventRecord(begin);
          work<<<blocks, 256>>>(seen, sink, rounds);
          cudaEventRecord(end);
          must(cudaEventSynchronize(end), "running the kernel");
          float ms = 0;
          cudaEventElapsedTime(&ms, begin, end);
          const double at_ms = microseconds(Clock::now() - origin) / 1000;
          if (launch <= 100 || launch % 10 == 0)
            rows.add({{"launch", launch}, {"at_ms", at_ms}, {"events_us", 1000 * double(ms)},
                {"clock_mhz", 1000 * double(seen->ticks) / double(seen->nanoseconds)}});
        }
      });
}
