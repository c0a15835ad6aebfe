// Looks for a second sector only where the address is no multiple of the width.
// fails: Correctness.OneLane: only where the address is no multiple of the width
#include <cstdint>
#include <set>
int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uintptr_t first = addresses[lane] / 32;
    const std::uintptr_t last = (addresses[lane] + (bytes - 1)) / 32;
    sectors.insert(first);
    if (addresses[lane] % bytes != 0) sectors.insert(last);
  }
  return static_cast<int>(sectors.size());
}
