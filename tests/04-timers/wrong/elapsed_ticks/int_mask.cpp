// Builds the mask from an int, which has 32 bits.
// fails: Correctness.EveryWidthOnEveryCorner: ticks went by
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  const unsigned mask = bits >= 32 ? ~0u : (1u << bits) - 1;
  return (after - before) & mask;
}
