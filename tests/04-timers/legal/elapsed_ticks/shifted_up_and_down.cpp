// The bits that the counter lacks are shifted out.
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  return (after - before) << (64 - bits) >> (64 - bits);
}
