// Moves both readings to the top of 64 bits, where the difference wraps by itself.
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  const int empty = 64 - bits;
  return ((after << empty) - (before << empty)) >> empty;
}
