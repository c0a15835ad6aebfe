// Makes room for lines, but never forgets which sectors they had.
// fails: Eviction.OneLine: as if a line that comes back still had its sectors
#include <cstdint>
#include <list>
#include <unordered_map>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  std::unordered_map<std::uintptr_t, unsigned> sectors;  // of each line
  std::list<std::uintptr_t> used;
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t line = addresses[i] / 128;
    const unsigned sector = 1u << addresses[i] / 32 % 4;
    bool there = false;
    for (auto at = used.begin(); at != used.end(); ++at)
      if (*at == line) {
        used.erase(at);
        there = true;
        break;
      }
    if (there && (sectors[line] & sector)) ++hits;
    sectors[line] |= sector;
    used.push_front(line);
    if (int(used.size()) > lines) used.pop_back();
  }
  return hits;
}
