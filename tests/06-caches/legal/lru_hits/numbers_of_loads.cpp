// The time of a line's last use is the load's number.
#include <cstdint>
#include <unordered_map>
#include <vector>
int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct Line {
    std::uintptr_t tag;
    unsigned sectors;
    int last;
  };
  std::vector<Line> cache;
  std::unordered_map<std::uintptr_t, int> where;
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t tag = addresses[i] >> 7;
    const unsigned bit = 1u << (addresses[i] >> 5 & 3);
    auto found = where.find(tag);
    int at;
    if (found != where.end()) {
      at = found->second;
      if (cache[at].sectors & bit) ++hits;
    } else {
      if (int(cache.size()) < lines) {
        at = int(cache.size());
        cache.push_back({});
      } else {
        at = 0;
        for (int k = 1; k < lines; ++k)
          if (cache[k].last < cache[at].last) at = k;
        where.erase(cache[at].tag);
      }
      cache[at] = {tag, 0, 0};
      where[tag] = at;
    }
    cache[at].sectors |= bit;
    cache[at].last = i;
  }
  return hits;
}
