// Takes memory without end, and uses it.
// elapsed_ticks, 0 points: bad_alloc | MiB of memory
#include <cstdint>
#include <vector>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  for (std::vector<std::vector<char>> all;;) all.emplace_back(1 << 24, 1);
  return 0;
}
