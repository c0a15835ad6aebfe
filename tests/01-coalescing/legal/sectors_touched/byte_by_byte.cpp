// Looks at every byte and searches a list.
#include <cstdint>
#include <vector>

int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  std::vector<std::uintptr_t> seen;
  for (int lane = 0; lane < lanes; ++lane)
    for (int byte = 0; byte < bytes; ++byte) {
      const std::uintptr_t sector = (addresses[lane] + byte) & ~std::uintptr_t{31};
      bool found = false;
      for (const std::uintptr_t other : seen) found = found || other == sector;
      if (!found) seen.push_back(sector);
    }
  return static_cast<int>(seen.size());
}
