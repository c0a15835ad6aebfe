// How long each of many launches takes to return when nobody waits for the kernels.
// Run: ./course bench timers --experiment queue
#include <cuda_runtime.h>

#include "harness/experiment.hpp"
#include "tests/04-timers/sampling.hpp"

using namespace experiment;

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "2000 launches of a 100 µs spin without a wait; median over each 25 launches", [](harness::Rows& rows) {
        constexpr int together = 25;
        const int launches = harness::dry_run() ? 50 : 2000;
        const unsigned long long length = harness::dry_run() ? 100 : 100'000;  // ns
        for (int i = 0; i < 5; ++i) spin<<<1, 1>>>(length);
        must(cudaDeviceSynchronize(), "warming up");
        std::vector<double> took;
        for (int i = 0; i < launches; ++i) {
          const auto called = Clock::now();
          spin<<<1, 1>>>(length);
          took.push_back(microseconds(Clock::now() - called));
        }
        must(cudaDeviceSynchronize(), "running the kernels");
        for (int first = 0; first < launches; first += together)
          rows.add({{"launch", first + 1},
              {"returned_after_us", median({took.begin() + first, took.begin() + first + together})}});
      });
}
