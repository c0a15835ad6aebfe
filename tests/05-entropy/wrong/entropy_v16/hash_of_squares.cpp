// Sums of squares are the same for 3 + 3 and 4 + 1 + 1.
// fails: Correctness.EveryDivisionOfEveryWindow: the same sum of hashes
#include <cstdint>

// The solution hashes an int, so this one fits better than its own.
namespace {
constexpr std::uint16_t hash(int count) { return std::uint16_t(count * count * 77); }
}  // namespace

#include "../../../../solutions/05-entropy/entropy_v16.cpp"
