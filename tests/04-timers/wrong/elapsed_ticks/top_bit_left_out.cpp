// The top bit is taken for a sign.
// fails: Correctness.NoWrap: elapsed_ticks(before = 0, after = 128, bits = 8) returned 0, but 128
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  const std::uint64_t mask = ~0ull >> (65 - bits);
  return (after - before) & mask;
}
