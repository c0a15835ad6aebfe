// The room is kept in 16 bits.
// fails: Eviction.AsLargeAsL1: lines = 65537
#include <cstdint>
#include <list>
#include <unordered_map>

struct Line {
  std::uintptr_t number = 0;
  bool has[4] = {};
};

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  std::list<Line> used;
  std::unordered_map<std::uintptr_t, std::list<Line>::iterator> place;
  int hits = 0;
  const std::uint16_t room = std::uint16_t(lines);
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t number = addresses[i] / 128;
    const std::uintptr_t sector = addresses[i] % 128 / 32;
    const auto found = place.find(number);
    if (found != place.end()) {
      used.splice(used.begin(), used, found->second);
    } else {
      if (place.size() == room) {
        place.erase(used.back().number);
        used.pop_back();
      }
      used.push_front({number, {}});
      place[number] = used.begin();
    }
    Line& line = used.front();
    if (line.has[sector]) ++hits;
    line.has[sector] = true;
  }
  return hits;
}
