// Works in floating point, which has 53 bits.
// fails: Correctness.SixtyFourBits: ticks went by
#include <cmath>
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  double ticks = double(after) - double(before);
  if (ticks < 0) ticks += std::ldexp(1.0, bits);
  return std::uint64_t(ticks);
}
