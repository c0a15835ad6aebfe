// Has printf store a number, of which the instrumentation does not tell.
// elapsed_ticks, 0 points: prints with %n
#include <cstdint>
#include <cstdio>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  static int written = 0;
  std::printf("%s%n", "0123", &written);
  const std::uint64_t ticks = after - before;
  return bits < 64 ? ticks & ((std::uint64_t{1} << bits) - 1) : ticks;
}
