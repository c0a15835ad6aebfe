// A line has room for three sectors; the fourth lies behind it, where nothing else is.
// fails: Correctness.SectorsOfALine: uses the index 3 of an array bool [3]
#include <cstdint>
#include <list>
#include <unordered_map>

struct Line {
  std::uintptr_t number = 0;
  bool has[3] = {};  // which of its sectors have been brought
};

// addresses[0 … count-1]: the bytes that are loaded, one after the other; lines: room in the cache.
int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  std::list<Line> used;  // the line used last comes first
  std::unordered_map<std::uintptr_t, std::list<Line>::iterator> place;
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t number = addresses[i] / 128;
    const std::uintptr_t sector = addresses[i] % 128 / 32;
    const auto found = place.find(number);
    if (found != place.end()) {
      // Used now, so it goes last: also where the sector is missing.
      used.splice(used.begin(), used, found->second);
    } else {
      if (place.size() == std::size_t(lines)) {  // four sectors go at once, wanted or not
        place.erase(used.back().number);
        used.pop_back();
      }
      used.push_front({number, {}});
      place[number] = used.begin();
    }
    // Room is made for a line, and memory moves a sector: the other three are not there.
    Line& line = used.front();
    if (line.has[sector]) ++hits;
    line.has[sector] = true;
  }
  return hits;
}
