// Throws out what was used last.
// fails: Eviction.TwiceOver: as if the line went that was used last
#include <cstdint>
#include <vector>

struct Kept {
  std::uintptr_t line;
  unsigned sectors;
};

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  std::vector<Kept> kept;  // the oldest first
  int result = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t line = addresses[i] >> 7;
    const unsigned bit = 1u << (addresses[i] >> 5 & 3);
    std::size_t at = 0;
    while (at < kept.size() && kept[at].line != line) ++at;
    unsigned sectors = 0;
    if (at < kept.size()) {
      sectors = kept[at].sectors;
      kept.erase(kept.begin() + std::ptrdiff_t(at));
    } else {
      if (kept.size() == std::size_t(lines)) kept.pop_back();
    }
    if (sectors & bit) ++result;
    kept.push_back({line, sectors | bit});
  }
  return result;
}
