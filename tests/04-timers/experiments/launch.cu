// Four ways to time the same kernel: the launch alone, the launch and a wait, events around it, events while the GPU is busy.
// Run: ./course bench timers --experiment launch
#include <cuda_runtime.h>

#include "harness/experiment.hpp"
#include "tests/04-timers/sampling.hpp"

using namespace experiment;

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "one thread spinning for work_us by globaltimer; medians of 51 after 5 warm-ups", [](harness::Rows& rows) {
        cudaEvent_t begin, end;
        must(cudaEventCreate(&begin), "an event");
        must(cudaEventCreate(&end), "an event");
        for (const int work_us : {1, 3, 10, 30, 100, 300, 1000, 3000, 10'000}) {
          if (harness::dry_run() && work_us > 10) break;
          const unsigned long long length = (harness::dry_run() ? 10ull : 1000ull) * (unsigned long long)work_us;  // ns
          std::vector<double> launch_only, synchronised, events, queued;
          for (int i = 0; i < (harness::dry_run() ? 6 : 56); ++i) {
            must(cudaDeviceSynchronize(), "waiting");
            const auto called = Clock::now();
            spin<<<1, 1>>>(length);
            const auto returned = Clock::now();
            must(cudaDeviceSynchronize(), "running the kernel");
            const auto done = Clock::now();
            cudaEventRecord(begin);
            spin<<<1, 1>>>(length);
            cudaEventRecord(end);
            must(cudaEventSynchronize(end), "running the kernel");
            float ms = 0;
            cudaEventElapsedTime(&ms, begin, end);
            // Now everything is in the queue before the GPU gets to the first mark.
            spin<<<1, 1>>>(harness::dry_run() ? 10 : 100'000);
            cudaEventRecord(begin);
            spin<<<1, 1>>>(length);
            cudaEventRecord(end);
            must(cudaEventSynchronize(end), "running the kernel");
            float queued_ms = 0;
            cudaEventElapsedTime(&queued_ms, begin, end);
            if (i < 5) continue;
            queued.push_back(1000 * double(queued_ms));
            launch_only.push_back(microseconds(returned - called));
            synchronised.push_back(microseconds(done - called));
            events.push_back(1000 * double(ms));
          }
          const std::pair<const char*, double> shown[] = {{"launch only", median(launch_only)},
              {"launch and wait", median(synchronised)}, {"events", median(events)},
              {"events, GPU busy before", median(queued)}};
          for (const auto& [timed, us] : shown) rows.add({{"work_us", work_us}, {"timed", timed}, {"us", us}});
        }
      });
}
