// Makes files without end.
// elapsed_ticks, 0 points: a submission may not open files or devices
#include <cstdint>
#include <fstream>
#include <string>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  for (long i = 0;; ++i) std::ofstream(std::to_string(i)) << i;
  return 0;
}
