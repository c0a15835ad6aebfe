// Counts a sector once for every lane.
// fails: Correctness.NeighbouringLanes: counted again for each lane
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  int sectors = 0;
  for (int lane = 0; lane < lanes; ++lane)
    sectors += static_cast<int>((addresses[lane] + bytes - 1) / 32 - addresses[lane] / 32) + 1;
  return sectors;
}
