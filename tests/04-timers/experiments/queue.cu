// How long each of many launches takes to return when nobody waits for the kernels.
// Run: ./course bench timers --experiment queue
#include <cuda_runtime.h>

#include "harness/experiment.hpp"
#include "tests/04-timers/experiments/sampling.hpp"

using namespace experiment;

int main(int argc, char** argv) {
  return harness::run_experiment(
      argc, argv, "2000 launches of a 100 µs spin without a wait; median over each 25 launches", [](harness::Rows& rows) {
        constexpr int launches = 2000, together = 25;
        for (int i = 0; i < 5; ++i) spin<<<1, 1>>>(100'000);
        must(cudaDeviceSynchronize(), "warming up");
        std::vector<double> took;
        for (int i = 0; i < launches; ++i) {
          const auto called = Clock::now();
          spin<<<1, 1>>>(100'000);
          took.push_back(microseconds(Clock::now() - called));
        }
        must(cudaDeviceSynchronize(), "running the kernels");
        for (int first = 0; first < launches; first += together)
          rows.add({{"launch", first + 1}, {"returned_after_us", median({took.begin() + first, took.begin() + first + together})}});
      });
}
