// Adds the bytes up and divides.
// fails: Correctness.OneLane: that is the ideal
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  return (lanes * bytes + 31) / 32;
}
