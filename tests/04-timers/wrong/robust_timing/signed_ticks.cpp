// Keeps the difference in an int.
// fails: Robustness.AWrapInEverySample: kept in a signed int
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Times {
  double median;
  double spread;
  double drift;
};

namespace {

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}
Times robust_timing(std::uint32_t (*read_clock)(), void (*work)(), int warm_up, int samples) {
  std::vector<double> ticks(samples);
  for (int i = 0; i < warm_up; ++i) work();
  for (double& sample : ticks) {
    const std::uint32_t before = read_clock();
    work();
    const std::uint32_t after = read_clock();
    sample = int(after - before);
  }

  Times times;
  times.median = median_of(ticks);
  std::vector<double> distances;
  for (const double sample : ticks) distances.push_back(std::abs(sample - times.median));
  times.spread = median_of(distances);
  times.drift = median_of({ticks.end() - samples / 2, ticks.end()}) - median_of({ticks.begin(), ticks.begin() + samples / 2});
  return times;
}
