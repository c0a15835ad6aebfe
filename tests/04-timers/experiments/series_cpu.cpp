// The series on a CPU: as written, with sin k computed once, with exp for pow, in vectors of four, and on every core.
// Run: ./course bench timers --experiment series_cpu
#include <cmath>

#include <omp.h>

#include "harness/experiment.hpp"
#include "harness/timing.hpp"
#include "tests/04-timers/series.hpp"

// What glibc's libmvec offers: the same exp for four doubles at once, to within 4 units in the last place.
#pragma omp declare simd notinbranch simdlen(4)
extern "C" double exp(double) noexcept;

namespace {

using Sums = std::vector<double>;

// One sum, just as the formula stands there.
double as_written(int i) {
  double sum = 0;
  for (int k = 1; k <= series::terms; ++k) sum += 1 / std::pow(double(i), 1 + std::sin(double(k)));
  return sum;
}

// -(1 + sin k) for every k: the same for all 128 sums.
const std::vector<double>& exponents() {
  static const std::vector<double> all = [] {
    std::vector<double> values(series::terms);
    for (int k = 1; k <= series::terms; ++k) values[std::size_t(k) - 1] = -(1 + std::sin(double(k)));
    return values;
  }();
  return all;
}

double with_table(int i) {
  double sum = 0;
  for (const double exponent : exponents()) sum += std::pow(double(i), exponent);
  return sum;
}

// i^e is exp(e ln i), and exp is cheaper than pow.
double with_exp(int i) {
  const double logarithm = std::log(double(i));
  double sum = 0;
  for (const double exponent : exponents()) sum += std::exp(exponent * logarithm);
  return sum;
}

// And exp comes in vectors.
__attribute__((target("avx2,fma"))) double in_vectors(int i) {
  const double logarithm = std::log(double(i));
  const double* const exponent = exponents().data();
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int k = 0; k < series::terms; ++k) sum += exp(exponent[k] * logarithm);
  return sum;
}

struct Version {
  const char* name;
  double (*one_sum)(int);
};

Sums on_threads(double (*one_sum)(int), int threads) {
  Sums sums(series::sums);
#pragma omp parallel for num_threads(threads) schedule(dynamic)
  for (int i = 1; i <= series::sums; ++i) sums[std::size_t(i) - 1] = one_sum(i);
  return sums;
}

}  // namespace

int main(int argc, char** argv) {
  return harness::run_experiment(argc, argv,
      "the harness's loop over the whole computation, at least 7 samples; the table of sin k is computed before",
      [](harness::Rows& rows) {
        exponents();
        const harness::TimingRules rules{.warm_up = 1, .min_samples = 7, .max_samples = 41, .max_total_ms = 6000};
        const int all = omp_get_max_threads();
        for (const auto& [name, one_sum] : {Version{"as_written", as_written}, Version{"with_table", with_table},
                 Version{"with_exp", with_exp}, Version{"in_vectors", in_vectors}}) {
          if (one_sum == in_vectors && !(__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))) continue;
          for (const int threads : {1, all}) {
            Sums sums;
            harness::CpuStopwatch stopwatch;
            const harness::Timing timing = harness::measure(
                stopwatch, [&, one_sum = one_sum, threads] { sums = on_threads(one_sum, threads); }, rules);
            rows.add({{"version", name}, {"threads", threads}, {"who", threads == 1 ? "one" : "all"},
                {"median_ms", timing.median_ms}, {"q1_ms", timing.q1_ms}, {"q3_ms", timing.q3_ms},
                {"samples", timing.samples}, {"error", series::largest_relative_error(sums)}});
          }
        }
      });
}
