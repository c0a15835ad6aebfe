// Writes a file without end.
// elapsed_ticks, 0 points: a submission may not open files or devices
#include <cstdint>
#include <fstream>
#include <string>

std::uint64_t elapsed_ticks(std::uint64_t before, std::uint64_t after, int bits) {
  std::ofstream to("large");
  for (const std::string line(1 << 20, 'x');;) to << line;
  return 0;
}
