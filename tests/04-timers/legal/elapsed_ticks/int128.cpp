// In 128 bits, modulo 2^bits.
#include <cstdint>
#include <cmath>
std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  const unsigned __int128 turn = (unsigned __int128)1 << bits;
  return std::uint64_t((turn + after - before) % turn);
}
