// The spread is the root of the mean square of the distances from the median.
// fails: Correctness.OddNumberOfSamples: the root of the mean square of the distances
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>
struct Times {    // in ticks of the clock; leave it as it is
  double median;  // of the samples; of an even number of them, the mean of the middle two
  double spread;  // the median of the samples' distances from that median
  double drift;   // the median of the last samples / 2 less the median of the first samples / 2
};
template <class It> static double middle(It first, It last) {
  std::vector<double> v(first, last);
  const auto m = v.begin() + v.size() / 2;
  std::nth_element(v.begin(), m, v.end());
  if (v.size() % 2 == 1) return *m;
  return (*m + *std::max_element(v.begin(), m)) / 2.0;
}
Times robust_timing(std::uint32_t (*read_clock)(), void (*work)(), int warm_up, int samples) {
  std::vector<std::uint32_t> t;
  t.reserve(samples);
  while (warm_up-- > 0) work();
  for (int i = 0; i != samples; ++i) {
    const auto a = read_clock();
    work();
    const auto b = read_clock();
    t.push_back(b - a);
  }
  const double med = middle(t.begin(), t.end());
  std::vector<double> away(t.size());
  std::transform(t.begin(), t.end(), away.begin(), [med](double x) { return std::fabs(x - med); });
  const int half = samples / 2;
  return Times{med,
      [&] {
        double s = 0;
        for (double x : away) s += x * x;
        return std::sqrt(s / away.size());
      }(),
      middle(t.end() - half, t.end()) - middle(t.begin(), t.begin() + half)};
}
