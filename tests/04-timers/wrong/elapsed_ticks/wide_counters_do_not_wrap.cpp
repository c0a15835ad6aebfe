// A counter of more than 48 bits is trusted never to start again.
// fails: Correctness.EveryWidthOnEveryCorner: elapsed_ticks(before = 1, after = 0, bits = 49) returned 1, but
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  if (bits > 48) return after > before ? after - before : before - after;
  return (after - before) & ((1ull << bits) - 1);
}
