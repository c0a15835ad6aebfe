// Counts sectors from the first address on, as if it were aligned.
// fails: Correctness.ShiftedStart: multiples of 32
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane)
    for (int byte = 0; byte < bytes; ++byte) sectors.insert((addresses[lane] - addresses[0] + byte) / 32);
  return static_cast<int>(sectors.size());
}
