// The time of a line's last use in a byte, which begins again behind 255.
// fails: Eviction.AsLargeAsL1: returned
#include <cstdint>
#include <vector>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct Line {
    std::uintptr_t number;
    unsigned char sectors, used;
  };
  std::vector<Line> cache;
  unsigned char now = 0;
  int hits = 0;
  for (int i = 0; i < count; ++i, ++now) {
    const std::uintptr_t number = addresses[i] / 128;
    const unsigned char sector = 1 << addresses[i] / 32 % 4;
    Line* line = nullptr;
    for (Line& one : cache)
      if (one.number == number) line = &one;
    if (!line && int(cache.size()) < lines) {
      cache.push_back({number, 0, 0});
      line = &cache.back();
    } else if (!line) {
      line = &cache[0];
      for (Line& one : cache)
        if (one.used < line->used) line = &one;
      *line = {number, 0, 0};
    }
    hits += (line->sectors & sector) != 0;
    line->sectors |= sector;
    line->used = now;
  }
  return hits;
}
