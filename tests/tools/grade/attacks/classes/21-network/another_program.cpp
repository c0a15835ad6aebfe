// Has another program fetch the answer.
// elapsed_ticks, 0 points: a submission may not use system
#include <cstdint>
#include <cstdlib>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  return std::uint64_t(std::system("wget -q http://example.org/ || curl -s http://example.org/"));
  return 0;
}
