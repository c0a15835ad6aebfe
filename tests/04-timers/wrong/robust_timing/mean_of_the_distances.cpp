// The spread is the mean of the distances.
// fails: Correctness.OddNumberOfSamples: that is the mean of the distances
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

struct Times {
  double median;  // of the samples, in ticks
  double spread;  // the median of their distances from that median
  double drift;   // the median of the late half less that of the early half
};

namespace {

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half] : (values[half - 1] + values[half]) / 2;
}

}  // namespace

// warm_up: 0 or more calls that are not timed; samples: 2 or more that are, each by itself.
Times robust_timing(std::uint32_t (*read_clock)(), void (*work)(), int warm_up, int samples) {
  // Room first: between two readings of the clock there must be nothing but the work.
  std::vector<double> ticks(samples);
  for (int i = 0; i < warm_up; ++i) work();
  for (double& sample : ticks) {
    const std::uint32_t before = read_clock();
    work();
    const std::uint32_t after = read_clock();
    // Subtracted while they are 32 bits wide: a wrap does not matter.
    sample = std::uint32_t(after - before);
  }

  Times times{};
  times.median = median_of(ticks);
  std::vector<double> distances;
  for (const double sample : ticks) distances.push_back(std::abs(sample - times.median));
  // An outlier is one large distance; it moves the middle one hardly at all.
  for (const double d : distances) times.spread += d / samples;
  times.drift =
      median_of({ticks.end() - samples / 2, ticks.end()}) - median_of({ticks.begin(), ticks.begin() + samples / 2});
  return times;
}
