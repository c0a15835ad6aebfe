// Only a hit moves its line to the end of the queue.
// fails: Eviction.UsedAgain: as if a miss did not use its line
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
      if (!(kept[at].sectors & bit)) {
        kept[at].sectors |= bit;
        continue;
      }
      sectors = kept[at].sectors;
      kept.erase(kept.begin() + std::ptrdiff_t(at));
    } else {
      if (kept.size() == std::size_t(lines)) kept.erase(kept.begin());
    }
    if (sectors & bit) ++result;
    kept.push_back({line, sectors | bit});
  }
  return result;
}
