// Of an even number of samples it takes the lower one of the two in the middle.
// fails: Correctness.OddNumberOfSamples: of each half it is the lower one of the two in the middle
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>
struct Times {
  double median;
  double spread;
  double drift;
};
static double middle(std::vector<double> v) {
  const size_t h = v.size() / 2;
  std::nth_element(v.begin(), v.begin() + h, v.end());
  if (v.size() % 2) return v[h];
  return *std::max_element(v.begin(), v.begin() + h);
}
Times robust_timing(std::uint32_t (*read_clock)(), void (*work)(), int warm_up, int samples) {
  std::vector<std::uint32_t> begin(samples), end(samples);
  for (int i = 0; i < warm_up; ++i) work();
  for (int i = 0; i < samples; ++i) {
    begin[i] = read_clock();
    work();
    end[i] = read_clock();
  }
  std::vector<double> t(samples), d(samples);
  for (int i = 0; i < samples; ++i) t[i] = std::uint32_t(end[i] - begin[i]);
  const double m = middle(t);
  for (int i = 0; i < samples; ++i) d[i] = std::fabs(t[i] - m);
  const int h = samples / 2;
  return {m, middle(d), middle({t.end() - h, t.end()}) - middle({t.begin(), t.begin() + h})};
}
