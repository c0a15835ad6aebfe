// Keeps the numbers of lines in 32 bits: lines 512 GiB apart are one.
// fails: Correctness.FarApart: numbers of lines were cut to 32 bits
#include <cstdint>
#include <algorithm>
#include <vector>
int lru_hits(const std::uintptr_t* addresses, int count, int lines) {
  std::vector<std::pair<std::uint32_t, unsigned>> kept;
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const auto line = std::uint32_t(addresses[i] >> 7);
    const unsigned bit = 1u << (addresses[i] / 32 % 4);
    auto it = std::find_if(kept.begin(), kept.end(), [&](auto& k) { return k.first == line; });
    if (it != kept.end()) {
      if (it->second & bit) ++hits;
      it->second |= bit;
      std::rotate(kept.begin(), it, it + 1);
    } else {
      if (int(kept.size()) == lines) kept.pop_back();
      kept.insert(kept.begin(), {line, bit});
    }
  }
  return hits;
}
