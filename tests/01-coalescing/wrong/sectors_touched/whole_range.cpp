// Counts every sector from the lowest address to the highest.
// fails: Correctness.Strides: that no lane touches
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::uintptr_t low = addresses[0], high = addresses[0];
  for (int lane = 1; lane < lanes; ++lane) {
    low = addresses[lane] < low ? addresses[lane] : low;
    high = addresses[lane] > high ? addresses[lane] : high;
  }
  return static_cast<int>((high + (bytes - 1)) / 32 - low / 32) + 1;
}
