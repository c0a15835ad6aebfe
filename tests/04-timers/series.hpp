// a_i = Σ 1/i^(1 + sin k) for k = 1 … 262,114, i = 1 … 128: the reference, and how far a result is from it.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "harness/timing.hpp"

namespace series {

constexpr int sums = 128;
inline const int terms = harness::dry_run() ? 1000 : 262'114;

// In long double, every term by itself; sin k does not depend on i and is computed once.
inline const std::vector<long double>& reference() {
  static const std::vector<long double> right = [] {
    std::vector<long double> exponent(terms), sum(sums);
    for (int k = 1; k <= terms; ++k) exponent[std::size_t(k) - 1] = -(1 + std::sin((long double)k));
#pragma omp parallel for
    for (int i = 1; i <= sums; ++i) {
      const long double logarithm = std::log((long double)i);
      long double total = 0;
      for (const long double e : exponent) total += std::exp(e * logarithm);
      sum[std::size_t(i) - 1] = total;
    }
    return sum;
  }();
  return right;
}

template <typename Number>
double largest_relative_error(const std::vector<Number>& result) {
  long double worst = 0;
  for (std::size_t i = 0; i < result.size(); ++i)
    worst = std::max(worst, std::abs((result[i] - reference()[i]) / reference()[i]));
  return double(worst);
}

}  // namespace series
