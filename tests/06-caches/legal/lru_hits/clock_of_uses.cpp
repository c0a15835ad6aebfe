// Remembers when each line was used, and looks for the oldest time. Slow, and right.
#include <array>
#include <cstdint>
#include <map>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct State {
    int last = 0;
    std::array<bool, 4> valid{};
  };
  std::map<std::uintptr_t, State> cache;
  int result = 0;
  for (int now = 0; now < count; ++now) {
    const std::uintptr_t sector = addresses[now] / 32;
    auto entry = cache.find(sector / 4);
    if (entry == cache.end() && int(cache.size()) == lines) {
      auto victim = cache.begin();
      for (auto other = cache.begin(); other != cache.end(); ++other)
        if (other->second.last < victim->second.last) victim = other;
      cache.erase(victim);
    }
    State& state = cache[sector / 4];
    result += state.valid[sector % 4];
    state.valid[sector % 4] = true;
    state.last = now;
  }
  return result;
}
