// Makes 2^bits of an int.
// fails: Correctness.EveryWidthOnEveryCorner: as if 2^bits were an int
#include <cstdint>
#include <limits>
std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  if (after >= before) return after - before;
  const std::uint64_t largest = (1 << (bits & 31)) - 1;
  return (largest - before) + 1 + after;
}
