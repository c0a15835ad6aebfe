// Looks at the first byte of each access: wrong when one straddles a border.
// fails: Correctness.OneLane: only each lane's first byte
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane) sectors.insert(addresses[lane] / 32);
  return static_cast<int>(sectors.size());
}
