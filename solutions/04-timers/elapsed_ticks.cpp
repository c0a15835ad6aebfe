// How many ticks went by between two readings of a counter that starts again at 0.
// Run: ./course test elapsed_ticks.sim
#include <cstdint>

// before, after: readings of a counter of `bits` bits, 8 to 64; less than 2^bits ticks lie
// between them.
std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  // Unsigned subtraction counts round the clock by itself, modulo 2^64. A counter of fewer
  // bits goes round 2^bits, which divides 2^64, so the low bits of the difference are its
  // ticks: no comparison, no case for the wrap. 1 << bits would shift too far for 64
  const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
  return (after - before) & mask;
}
