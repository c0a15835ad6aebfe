// The lines in a list, from the one used last to the one used longest ago, and a map that knows where each stands.
#include <bitset>
#include <cstdint>
#include <list>
#include <unordered_map>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  using Entry = std::pair<std::uintptr_t, std::bitset<4>>;
  std::list<Entry> order;
  std::unordered_map<std::uintptr_t, std::list<Entry>::iterator> place;
  int found = 0;
  for (const std::uintptr_t* address = addresses; address != addresses + count; ++address) {
    const std::uintptr_t line = *address >> 7;
    const auto known = place.find(line);
    if (known != place.end()) {
      order.splice(order.begin(), order, known->second);
    } else {
      order.emplace_front(line, 0);
      place[line] = order.begin();
      if (int(order.size()) > lines) place.erase(order.back().first), order.pop_back();
    }
    auto sector = order.front().second[*address >> 5 & 3];
    found += sector;
    sector = true;
  }
  return found;
}
