// Takes the smaller reading from the larger.
// fails: Correctness.EightBitsInFull: the way round past the end
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  (void)bits;
  return after > before ? after - before : before - after;
}
