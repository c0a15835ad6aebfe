// No cache at all: a sector is still there if fewer than `lines` other lines were used since its line was.
#include <cstdint>
#include <unordered_map>
#include <vector>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct Last {
    int used = -1;                     // the line's last load
    int filled[4] = {-1, -1, -1, -1};  // since when each sector is there
  };
  std::unordered_map<std::uintptr_t, Last> lasts;
  // A tree of sums over all loads: 1 where a line was used last.
  std::vector<int> tree(count + 1);
  const auto add = [&](int i, int value) {
    for (++i; i <= count; i += i & -i) tree[i] += value;
  };
  const auto up_to = [&](int i) {
    int sum = 0;
    for (++i; i > 0; i -= i & -i) sum += tree[i];
    return sum;
  };
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    Last& last = lasts[addresses[i] / 128];
    if (last.used >= 0) {
      if (up_to(i) - up_to(last.used) >= lines) last = Last{last.used, {-1, -1, -1, -1}};
      add(last.used, -1);
    }
    int& filled = last.filled[addresses[i] / 32 % 4];
    if (filled >= 0) ++hits;
    else filled = i;
    last.used = i;
    add(i, 1);
  }
  return hits;
}
