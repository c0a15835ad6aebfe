// Every line has an age, which grows with each load that is not its own; the one of the greatest age goes.
#include <cstdint>
#include <map>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  struct Line {
    int age = 0;
    bool has[4] = {};
  };
  std::map<std::uintptr_t, Line> there;
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t number = addresses[i] / 128;
    for (auto& [other, line] : there) ++line.age;
    if (!there.contains(number) && int(there.size()) == lines) {
      auto oldest = there.begin();
      for (auto one = there.begin(); one != there.end(); ++one)
        if (one->second.age > oldest->second.age) oldest = one;
      there.erase(oldest);
    }
    Line& own = there[number];
    own.age = 0;
    bool& sector = own.has[addresses[i] / 32 % 4];
    if (sector) ++hits;
    sector = true;
  }
  return hits;
}
