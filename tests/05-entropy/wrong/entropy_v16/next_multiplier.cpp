// 3019 instead of 3018: some different entropies have the same sum.
// fails: Correctness.EveryDivision: should be 0.5296435 (n = 25); 1072 of 47300 cells are wrong
#include <cstdint>

// The solution hashes an int, so this one fits better than its own.
namespace {
constexpr std::uint16_t hash(int count) {
  const auto x = std::uint16_t(count * count * 3019);
  return std::uint16_t(std::uint32_t(x) * x >> 16);
}
}  // namespace

#include "../../../../solutions/05-entropy/entropy_v16.cpp"
