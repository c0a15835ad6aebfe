// Sixth powers, and how many symbols there are at all, weighed so that no two entropies meet.
#include <cstdint>

// The solution hashes an int, so this one fits better than its own.
namespace {
constexpr std::uint16_t hash(int count) { return std::uint16_t(count * count * count * count * count * count + (count > 0) * 1749); }
}  // namespace

#include "../../../../solutions/05-entropy/entropy_v16.cpp"
