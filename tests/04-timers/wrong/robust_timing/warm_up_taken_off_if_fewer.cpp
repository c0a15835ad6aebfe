// Times the warm-up, too, and takes its samples off, if they are fewer than the others.
// fails: Robustness.MoreWarmUpThanSamples: warm_up = 7, samples = 4
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>
struct Times { double median, spread, drift; };
static double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  const std::size_t n = v.size();
  return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}
Times robust_timing(std::uint32_t (*read_clock)(), void (*work)(), int warm_up, int samples) {
  std::vector<double> taken(samples + warm_up);
  for (double& t : taken) {
    const std::uint32_t before = read_clock();
    work();
    t = read_clock() - before;
  }
  if (warm_up < samples) taken.erase(taken.begin(), taken.begin() + warm_up);
  const double middle = median(taken);
  const int half = samples / 2;
  const double drift = median({taken.end() - half, taken.end()}) - median({taken.begin(), taken.begin() + half});
  for (double& t : taken) t = std::abs(t - middle);
  return {middle, median(taken), drift};
}
