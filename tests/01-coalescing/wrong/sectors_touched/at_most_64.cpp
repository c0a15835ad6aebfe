// Marks sectors in 64 places by their lowest bits.
// fails: Correctness.Scattered: returned 2, but 3 sectors are touched
#include <cstdint>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::uint64_t marks = 0;
  for (int lane = 0; lane < lanes; ++lane) {
    marks |= 1ull << (addresses[lane] / 32 % 64);
    marks |= 1ull << ((addresses[lane] + (bytes - 1)) / 32 % 64);
  }
  return __builtin_popcountll(marks);
}
