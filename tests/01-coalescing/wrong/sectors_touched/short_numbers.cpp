// Keeps the numbers of sectors as ints: two that are 2^37 bytes apart are one to it.
// fails: Correctness.FarApart: the numbers of sectors were cut to 32 bits
#include <algorithm>
#include <cstdint>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  int known[64];
  for (int i = 0; i < lanes; ++i) {
    known[2 * i] = int(addresses[i] >> 5);
    known[2 * i + 1] = int((addresses[i] + std::uintptr_t(bytes) - 1) >> 5);
  }
  std::sort(known, known + 2 * lanes);
  return int(std::unique(known, known + 2 * lanes) - known);
}
