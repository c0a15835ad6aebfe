// Each line may lie in one place only.
// fails: Eviction.UsedAgain: as if each line had one place of its own
#include <cstdint>
#include <vector>

int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  std::vector<std::uintptr_t> tag(lines, ~std::uintptr_t(0));
  std::vector<unsigned> valid(lines, 0u);
  int result = 0;
  for (int i = 0; i < count; ++i) {
    const std::uintptr_t line = addresses[i] >> 7;
    const unsigned bit = 1u << (addresses[i] >> 5 & 3);
    const std::size_t set = line % std::uintptr_t(lines);
    if (tag[set] != line) {
      tag[set] = line;
      valid[set] = 0;
    }
    result += valid[set] & bit ? 1 : 0;
    valid[set] |= bit;
  }
  return result;
}
