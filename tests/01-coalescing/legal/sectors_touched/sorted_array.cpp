// Sorts the sector numbers in an array instead of a set.
#include <algorithm>
#include <cstdint>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::uintptr_t sectors[64];
  int count = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    sectors[count++] = addresses[lane] >> 5;
    sectors[count++] = (addresses[lane] + bytes - 1) >> 5;
  }
  std::sort(sectors, sectors + count);
  return static_cast<int>(std::unique(sectors, sectors + count) - sectors);
}
