// The number of the load is kept in 16 bits, and a longer trace is cut off.
// fails: Eviction.LongTrace: no load behind the 65,535th
#include <algorithm>
#include <cstdint>
#include <deque>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct Held {
    std::uintptr_t line;
    bool sector[4];
  };
  std::deque<Held> held;  // in front the one used last
  int hits = 0;
  const auto loads = std::uint16_t(std::min(count, 0xffff));
  for (std::uint16_t load = 0; load < loads; ++load) {
    const std::uintptr_t sector = addresses[load] / 32;
    const auto same_line = [&](const Held& one) { return one.line == sector / 4; };
    Held now{sector / 4, {}};
    if (const auto there = std::find_if(held.begin(), held.end(), same_line); there != held.end()) {
      now = *there;
      held.erase(there);
    } else if (int(held.size()) == lines) {
      held.pop_back();
    }
    hits += now.sector[sector % 4];
    now.sector[sector % 4] = true;
    held.push_front(now);
  }
  return hits;
}
