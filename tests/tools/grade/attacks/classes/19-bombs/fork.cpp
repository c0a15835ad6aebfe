// Forks without end.
// elapsed_ticks, 0 points: a submission may not use fork
#include <cstdint>
#include <unistd.h>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  for (;;) fork();
  return 0;
}
