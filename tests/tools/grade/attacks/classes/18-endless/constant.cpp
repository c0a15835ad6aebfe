// An endless computation at compile time.
// elapsed_ticks, 0 points: does not compile
#include <cstdint>

constexpr unsigned long endless() {
  unsigned long n = 1;
  while (n) n = n % 1000 + 1;
  return n;
}
constexpr unsigned long never = endless();

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) { return 0; }
