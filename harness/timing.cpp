// The one timing loop, and the statistics that end it.
#include "harness/timing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace harness {
namespace {

// The value at `fraction` of the way through sorted numbers, interpolated between neighbours.
double quantile(const std::vector<double>& sorted, double fraction) {
  const double position = fraction * double(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (position - double(below)) * (sorted[above] - sorted[below]);
}

double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return quantile(values, 0.5);
}

// The standard error of a median, as a share of it. For normal noise it is 1.25 σ/√n, and the
// interquartile range is 1.35 σ; using the latter keeps a single outlier from prolonging the loop.
double noise_of_median(double q1, double median, double q3, std::size_t samples) {
  if (median <= 0) return 0;  // below the clock's resolution: more samples would not help
  return 0.93 * (q3 - q1) / std::sqrt(double(samples)) / median;
}

// A GPU that heats up slows down: then the early samples and the late ones have different medians,
// while each half looks quiet by itself. Allowed is three times the noise asked for.
bool drifts(const std::vector<double>& samples, double noise) {
  if (samples.size() < 2) return false;
  const auto middle = samples.begin() + std::ptrdiff_t(samples.size() / 2);
  const double early = median_of({samples.begin(), middle});
  const double late = median_of({middle, samples.end()});
  return std::abs(late - early) > 3 * noise * std::max(early, late);
}

std::int64_t now_ns() { return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count(); }

}  // namespace

void CpuStopwatch::start() { begin_ns_ = now_ns(); }
double CpuStopwatch::stop() { return double(now_ns() - begin_ns_) / 1e6; }

Timing summarize(const std::vector<double>& samples_ms, const TimingRules& rules) {
  Timing timing;
  timing.samples = int(samples_ms.size());
  if (samples_ms.empty()) return timing;
  std::vector<double> sorted = samples_ms;
  std::sort(sorted.begin(), sorted.end());
  timing.median_ms = quantile(sorted, 0.5);
  timing.q1_ms = quantile(sorted, 0.25);
  timing.q3_ms = quantile(sorted, 0.75);
  timing.min_ms = sorted.front();
  timing.stable = timing.samples >= rules.min_samples &&
                  noise_of_median(timing.q1_ms, timing.median_ms, timing.q3_ms, sorted.size()) <= rules.noise &&
                  !drifts(samples_ms, rules.noise);
  return timing;
}

bool dry_run() {
  static const bool dry = std::getenv("HARNESS_DRY_RUN") != nullptr;
  return dry;
}

Timing measure(Stopwatch& clock, const FunctionRef<void()> work, const TimingRules& rules) {
  if (dry_run()) {
    clock.prepare();
    work();
    return {1, 1, 1, 1, 1, true};
  }
  for (int i = 0; i < rules.warm_up; ++i) {
    clock.prepare();
    work();
  }
  std::vector<double> samples;
  Timing timing;
  do {
    clock.prepare();
    clock.start();
    work();
    samples.push_back(clock.stop());
    timing = summarize(samples, rules);
    const double total_ms = std::accumulate(samples.begin(), samples.end(), 0.0);
    if (timing.samples >= rules.max_samples) break;
    if (timing.samples >= rules.min_samples && total_ms >= rules.max_total_ms) break;
  } while (!timing.stable);
  return timing;
}

}  // namespace harness
