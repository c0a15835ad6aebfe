// A queue of uses in which old entries of a line stay as ghosts, and a table of what is valid.
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <utility>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  std::deque<std::pair<std::uintptr_t, int>> uses;
  std::unordered_map<std::uintptr_t, std::pair<int, unsigned>> table;  // line: its last use, its sectors
  int sum = 0;
  for (int t = 0; t < count; ++t) {
    const std::uintptr_t block = addresses[t] & ~std::uintptr_t(127);
    const unsigned flag = 1u << ((addresses[t] & 96) / 32);
    if (!table.count(block)) {
      while (table.size() >= static_cast<std::size_t>(lines)) {
        const auto [oldest, when] = uses.front();
        uses.pop_front();
        if (const auto it = table.find(oldest); it != table.end() && it->second.first == when) table.erase(it);
      }
    }
    auto& [when, flags] = table[block];
    if ((flags & flag) != 0) ++sum;
    flags |= flag;
    when = t;
    uses.emplace_back(block, t);
  }
  return sum;
}
