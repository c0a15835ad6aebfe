// A loop up to addresses[i] + bytes, which is 0 for the last bytes there are.
// fails: Correctness.EndsOfTheAddressSpace: 0xffffffffffffff
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane)
    for (std::uintptr_t byte = addresses[lane]; byte < addresses[lane] + bytes; ++byte) sectors.insert(byte / 32);
  return static_cast<int>(sectors.size());
}
