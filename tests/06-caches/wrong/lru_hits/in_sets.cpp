// In sets of eight lines, as a GPU's L1 is: a line has room only among those of its set.
// fails: Correctness.Columns: is right
#include <cstdint>
#include <vector>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  const int ways = lines < 8 ? lines : 8, sets = lines / ways;
  std::vector<std::uintptr_t> tag(std::size_t(sets) * ways, ~std::uintptr_t(0));
  std::vector<unsigned char> has(tag.size(), 0);
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t line = addresses[i] / 128;
    const unsigned char bit = 1 << addresses[i] / 32 % 4;
    const std::size_t begin = line % sets * ways;
    int way = 0;
    while (way < ways - 1 && tag[begin + way] != line) ++way;
    unsigned char sectors = tag[begin + way] == line ? has[begin + way] : 0;
    if (sectors & bit) ++hits;
    for (; way > 0; --way) tag[begin + way] = tag[begin + way - 1], has[begin + way] = has[begin + way - 1];
    tag[begin] = line, has[begin] = sectors | bit;
  }
  return hits;
}
