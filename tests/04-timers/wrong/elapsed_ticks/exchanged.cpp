// Subtracts the wrong way round.
// fails: Correctness.NoWrap: had changed places
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  return (before - after) & (~std::uint64_t{0} >> (64 - bits));
}
