// Keeps the reading before the last one in a static variable, as if it were called in order.
// fails: Correctness.NoWrap: ticks went by
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  static std::uint64_t last = 0;
  const std::uint64_t ticks = (after - last) & (~std::uint64_t{0} >> (64 - bits));
  last = before;
  return ticks;
}
