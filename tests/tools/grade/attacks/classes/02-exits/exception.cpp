// Throws what nobody catches by its type.
// elapsed_ticks, 0 points: Unknown C++ exception
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  throw 0;
  return 0;
}
