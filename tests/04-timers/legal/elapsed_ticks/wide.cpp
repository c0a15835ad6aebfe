// Reckons in 128 bits, where 2^64 can be added.
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  const unsigned __int128 turn = (unsigned __int128)1 << bits;
  return std::uint64_t((turn + after - before) % turn);
}
