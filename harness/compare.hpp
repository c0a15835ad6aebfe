// The one comparison: how many elements differ from what was expected, which is the first, and by what rule.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <optional>
#include <span>
#include <type_traits>

namespace harness {

// Equal to the last bit. Moving data must be: NaNs keep their payload, and -0 is not +0.
struct BitForBit {
  template <typename T>
  bool operator()(const T& expected, const T& actual) const {
    static_assert(std::is_trivially_copyable_v<T>);
    return std::memcmp(&expected, &actual, sizeof(T)) == 0;
  }
};

// Within absolute + relative × |expected|. For arithmetic whose order may differ.
// A NaN matches a NaN, an infinity only itself.
struct Within {
  double absolute = 0, relative = 0;

  bool operator()(double expected, double actual) const {
    if (std::isnan(expected) || std::isnan(actual)) return std::isnan(expected) && std::isnan(actual);
    if (expected == actual) return true;
    if (std::isinf(expected) || std::isinf(actual)) return false;
    return std::abs(actual - expected) <= absolute + relative * std::abs(expected);
  }
};

struct Comparison {
  std::size_t compared = 0, different = 0;
  std::optional<std::size_t> first;  // index of the first difference

  bool equal() const { return different == 0; }
};

// Compares element by element. A missing or surplus element at the end counts as different.
template <typename T, typename Rule = BitForBit>
Comparison compare(std::span<const T> expected, std::span<const T> actual, Rule rule = {}) {
  const std::size_t common = std::min(expected.size(), actual.size());
  Comparison result;
  result.compared = std::max(expected.size(), actual.size());
  result.different = result.compared - common;
  for (std::size_t i = 0; i < common; ++i) {
    if (rule(expected[i], actual[i])) continue;
    if (!result.first) result.first = i;
    ++result.different;
  }
  if (!result.first && result.different != 0) result.first = common;
  return result;
}

}  // namespace harness
