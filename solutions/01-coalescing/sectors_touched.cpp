// Counts the 32-byte sectors that one warp request touches.
// Run: ./course test sectors_touched.sim
#include <cstdint>
#include <set>

// addresses[0 … lanes-1]: where each active lane's access begins, in bytes, in any order.
// bytes: the width of every lane's access, 1 to 16.
int sectors_touched(const std::uintptr_t* addresses, int lanes, int bytes) {
  // Memory moves in sectors: aligned pieces of 32 bytes. Which lane asks for which byte of
  // one, and how many lanes ask, makes no difference, so this is the size of a set.
  std::set<std::uintptr_t> sectors;
  for (int lane = 0; lane < lanes; ++lane) {
    const std::uintptr_t first = addresses[lane] / 32;
    const std::uintptr_t last = (addresses[lane] + (bytes - 1)) / 32;
    sectors.insert(first);
    // Another one only if the access straddles a border; 16 bytes cannot reach a third.
    sectors.insert(last);
  }
  return static_cast<int>(sectors.size());
}
