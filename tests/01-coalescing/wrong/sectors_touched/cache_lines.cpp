// Counts lines of 128 bytes.
// fails: Correctness.NeighbouringLanes: lines of 128 bytes
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uintptr_t> lines;
  for (int lane = 0; lane < lanes; ++lane)
    for (int byte = 0; byte < bytes; ++byte) lines.insert((addresses[lane] + byte) / 128);
  return static_cast<int>(lines.size());
}
