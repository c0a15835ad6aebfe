// Makes room at every miss, also where the line is there and only the sector is not.
// fails: Correctness.SectorsOfALine: is right
#include <algorithm>
#include <cstdint>
#include <vector>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct Kept {
    std::uintptr_t number;
    unsigned sectors;
  };
  std::vector<Kept> kept;  // the newest last
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t number = addresses[i] >> 7;
    const unsigned sector = 1u << (addresses[i] >> 5 & 3);
    auto at = std::find_if(kept.begin(), kept.end(), [&](const Kept& one) { return one.number == number; });
    const bool hit = at != kept.end() && (at->sectors & sector);
    hits += hit;
    if (!hit && int(kept.size()) == lines) {
      kept.erase(kept.begin());
      at = std::find_if(kept.begin(), kept.end(), [&](const Kept& one) { return one.number == number; });
    }
    Kept used = at != kept.end() ? *at : Kept{number, 0};
    if (at != kept.end()) kept.erase(at);
    used.sectors |= sector;
    kept.push_back(used);
  }
  return hits;
}
