// Has never heard of 16 bytes: an access ends after 8.
// fails: Correctness.OneLane: returned 1, but 2 sectors are touched
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane) {
    sectors.insert(addresses[lane] / 32);
    sectors.insert((addresses[lane] + ((bytes < 8 ? bytes : 8) - 1)) / 32);
  }
  return int(sectors.size());
}
