// A loop of the host that does not end.
// elapsed_ticks, 0 points: still running after 6 s of processor time
#include <cstdint>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  for (volatile int i = 0;; i = i + 1) {
  }
  return 0;
}
