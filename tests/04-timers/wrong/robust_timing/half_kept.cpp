// A second call for as many samples finds half of the first one's.
// fails: Correctness.AsManySamplesAgain: is something kept from the first
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>
struct Times {    // in ticks of the clock; leave it as it is
  double median;  // of the samples; of an even number of them, the mean of the middle two
  double spread;  // the median of the samples' distances from that median
  double drift;   // the median of the last samples / 2 less the median of the first samples / 2
};
static double median_of(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  const std::size_t n = v.size();
  return n % 2 ? v[n / 2] : (v[n / 2 - 1] + v[n / 2]) / 2;
}
Times robust_timing(std::uint32_t (*read_clock)(), void (*work)(), int warm_up, int samples) {
  for (int i = 0; i < warm_up; ++i) work();
  static std::vector<double> t;
  if (t.size() != std::size_t(samples)) t.clear();
  else t.erase(t.begin(), t.begin() + samples / 2), t.resize(0 + t.size());
  for (int i = 0; i < samples; ++i) {
    const std::uint32_t before = read_clock();
    work();
    const std::uint32_t after = read_clock();
    t.push_back(double(std::uint32_t(after - before)));
  }
  const double m = median_of(t);
  std::vector<double> far;
  for (double x : t) far.push_back(std::abs(x - m));
  const std::ptrdiff_t half = samples / 2;
  return {m, median_of(far), median_of({t.end() - half, t.end()}) - median_of({t.begin(), t.begin() + half})};
}
