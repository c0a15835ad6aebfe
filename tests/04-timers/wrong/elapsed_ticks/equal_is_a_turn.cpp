// Takes two equal readings for a whole turn.
// fails: Correctness.NoWrap: they are 0 apart
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  const std::uint64_t highest = ~std::uint64_t{0} >> (64 - bits);
  if (after > before) return after - before;
  return highest - before + 1 + after;
}
