// Prints without end.
// elapsed_ticks, 0 points: still running after 6 s of processor time
#include <cstdint>
#include <cstdio>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  for (;;) std::puts("all work and no play makes Jack a dull boy");
  return 0;
}
