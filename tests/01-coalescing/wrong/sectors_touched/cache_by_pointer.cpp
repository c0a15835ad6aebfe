// Keeps the answer for each place in memory, width and number of lanes.
// fails: Correctness.SameAddressesAgain: and finds it again by its address
#include <cstdint>
#include <map>
#include <set>

static int count(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane) {
    sectors.insert(addresses[lane] / 32);
    sectors.insert((addresses[lane] + (bytes - 1)) / 32);
  }
  return int(sectors.size());
}

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  static std::map<std::pair<const std::uintptr_t*, int>, int> known;
  const auto found = known.find({addresses, lanes * 32 + bytes});
  if (found != known.end()) return found->second;
  return known[{addresses, lanes * 32 + bytes}] = count(addresses, lanes, bytes);
}
