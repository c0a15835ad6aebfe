// Always looks at 32 addresses, however many lanes there are.
// fails: Correctness.OneLane: no more may be looked at
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < 32; ++lane)
    for (int byte = 0; byte < bytes; ++byte) sectors.insert((addresses[lane] + byte) / 32);
  return lanes == 0 ? 0 : static_cast<int>(sectors.size());
}
