// Notices a repeated sector only in the next lane.
// fails: Correctness.RandomOrder: any order
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  int sectors = 0;
  std::uintptr_t previous = ~std::uintptr_t{0};
  for (int lane = 0; lane < lanes; ++lane)
    for (std::uintptr_t sector = addresses[lane] / 32; sector <= (addresses[lane] + (bytes - 1)) / 32; ++sector) {
      if (sector != previous) ++sectors;
      previous = sector;
    }
  return sectors;
}
