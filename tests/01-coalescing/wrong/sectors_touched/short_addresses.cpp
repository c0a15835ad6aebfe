// Keeps addresses in 32 bits.
// fails: Correctness.FarApart: cut to 32 bits
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uint32_t> sectors;
  for (int lane = 0; lane < lanes; ++lane)
    for (int byte = 0; byte < bytes; ++byte) sectors.insert(static_cast<std::uint32_t>(addresses[lane] + byte) / 32);
  return static_cast<int>(sectors.size());
}
