// Takes an access to end one byte later than it does.
// fails: Correctness.OneLane: its last byte is one before that
#include <cstdint>
#include <set>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane) {
    sectors.insert(addresses[lane] / 32);
    sectors.insert((addresses[lane] + bytes) / 32);
  }
  return static_cast<int>(sectors.size());
}
