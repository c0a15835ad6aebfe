// Tells the wrap apart and counts the way round, tick by tick.
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  const std::uint64_t highest = ~std::uint64_t{0} >> (64 - bits);
  return after >= before ? after - before : (highest - before) + 1 + after;
}
