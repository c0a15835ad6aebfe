// A line has the time at which it came, and keeps it.
// fails: Correctness.SameAddressesAgain: as if the line went that came first
#include <algorithm>
#include <cstdint>
#include <vector>
int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct L {
    std::uintptr_t tag;
    unsigned sectors;
    long when;
  };
  std::vector<L> cache;
  long now = 0;
  int hits = 0;
  std::for_each(addresses, addresses + count, [&](std::uintptr_t a) {
    const auto tag = a >> 7;
    const unsigned bit = 1u << (a >> 5 & 3);
    auto it = std::find_if(cache.begin(), cache.end(), [&](const L& l) { return l.tag == tag; });
    if (it == cache.end()) {
      if (int(cache.size()) < lines) it = cache.insert(cache.end(), L{});
      else it = std::min_element(cache.begin(), cache.end(), [](const L& x, const L& y) { return x.when < y.when; });
      *it = L{tag, 0, ++now};
    }
    hits += (it->sectors & bit) != 0;
    it->sectors |= bit;
  });
  return hits;
}
