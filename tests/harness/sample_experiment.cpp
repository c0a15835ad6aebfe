// A tiny experiment: sums over an array, near and far apart. With SAMPLE_FAULT set it ends with an error.
// Run: sample_experiment [--json FILE]
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "harness/experiment.hpp"

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv, "steady clock, median", [](harness::Rows& rows) {
    if (std::getenv("SAMPLE_FAULT")) throw std::runtime_error("a fault that was asked for");
    std::vector<std::int64_t> numbers(1 << 12, 1);
    for (const int stride : {1, 8}) {
      harness::CpuStopwatch stopwatch;
      volatile std::int64_t sum = 0;
      const harness::Timing t = harness::measure(stopwatch,
          [&] {
            for (std::size_t i = 0; i < numbers.size(); i += std::size_t(stride)) sum = sum + numbers[i];
          },
          {1, 3, 5});
      rows.add({{"order", stride == 1 ? "near" : "far, apart"}, {"stride", stride}, {"bytes", numbers.size() * 8},
          {"median_ms", t.median_ms}});
    }
  });
}
