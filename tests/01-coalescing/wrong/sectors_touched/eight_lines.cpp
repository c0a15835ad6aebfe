// Keeps the last eight lines of 128 bytes that it has seen.
// fails: Correctness.Scattered: sectors are touched
#include <cstdint>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::uintptr_t lines[8] = {};
  unsigned touched[8] = {};
  int used = 0, total = 0;
  for (int lane = 0; lane < lanes; ++lane)
    for (int end = 0; end < 2; ++end) {
      const std::uintptr_t sector = (addresses[lane] + (end ? bytes - 1 : 0)) / 32;
      int i = 0;
      while (i < used && i < 8 && lines[i] != sector / 4) ++i;
      if (i >= used || i >= 8) {
        i = used++ % 8;
        lines[i] = sector / 4;
        touched[i] = 0;
      }
      const unsigned bit = 1u << sector % 4;
      total += !(touched[i] & bit);
      touched[i] |= bit;
    }
  return total;
}
