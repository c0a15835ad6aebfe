// Asks of each load how many other lines were used since its own was, without keeping any cache.
// Legal: a line is still there if fewer than `lines` others were used in the meantime.
#include <cstdint>
#include <set>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  int result = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t own = addresses[i] >> 7;
    std::set<std::uintptr_t> others;
    bool hit = false;
    for (int j = i - 1; j >= 0 && !hit; --j) {
      const std::uintptr_t line = addresses[j] >> 7;
      if (line == own) {
        hit = addresses[j] >> 5 == addresses[i] >> 5;
        others.clear();  // it was there then; what counts is the way from there on back
      } else {
        others.insert(line);
        if (int(others.size()) >= lines) break;
      }
    }
    result += hit;
  }
  return result;
}
