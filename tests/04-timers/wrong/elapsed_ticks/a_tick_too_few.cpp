// The tick from the highest value to 0 is forgotten.
// fails: Correctness.EightBitsInFull: It looks as if a wrap counted as the highest value; from there to 0
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  const std::uint64_t highest = bits == 64 ? ~0ull : (1ull << bits) - 1;
  return after >= before ? after - before : highest - before + after;
}
