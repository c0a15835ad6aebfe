// Sorts the caller's addresses.
// fails: Correctness.DescendingLanes: the addresses were changed
#include <algorithm>
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::uintptr_t* sorted = const_cast<std::uintptr_t*>(addresses);
  std::sort(sorted, sorted + lanes);
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane)
    for (int byte = 0; byte < bytes; ++byte) sectors.insert((sorted[lane] + byte) / 32);
  return static_cast<int>(sectors.size());
}
