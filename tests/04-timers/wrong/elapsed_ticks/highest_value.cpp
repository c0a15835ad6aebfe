// Adds the highest value after a wrap, as one finds it in many a listing: a tick is missing.
// fails: Correctness.EightBitsInFull: from there to 0 is one tick more
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  const std::uint64_t highest = bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1;
  if (after >= before) return after - before;
  return highest - before + after;
}
