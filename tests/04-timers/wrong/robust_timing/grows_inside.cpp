// Makes room for a sample between its two readings.
// fails: Robustness.NothingButTheWorkBetweenTwoReadings: memory was allocated
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
  std::vector<double> ticks;
  for (int i = 0; i < warm_up; ++i) work();
  for (int i = 0; i < samples; ++i) {
    const std::uint32_t before = read_clock();
    work();
    std::vector<double> larger(ticks.size() + 1);
    std::copy(ticks.begin(), ticks.end(), larger.begin());
    ticks = larger;
    const std::uint32_t after = read_clock();
    ticks.back() = std::uint32_t(after - before);
  }

  Times times;
  times.median = median_of(ticks);
  std::vector<double> distances;
  for (const double sample : ticks) distances.push_back(std::abs(sample - times.median));
  times.spread = median_of(distances);
  times.drift = median_of({ticks.end() - samples / 2, ticks.end()}) - median_of({ticks.begin(), ticks.begin() + samples / 2});
  return times;
}
