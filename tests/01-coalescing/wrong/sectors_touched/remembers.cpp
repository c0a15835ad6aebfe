// Forgets to empty its set between calls.
// fails: Correctness.OneLane: something is kept from call to call
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  static std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane)
    for (int byte = 0; byte < bytes; ++byte) sectors.insert((addresses[lane] + byte) / 32);
  return static_cast<int>(sectors.size());
}
