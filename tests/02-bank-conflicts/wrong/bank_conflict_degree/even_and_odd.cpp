// Takes even and odd lanes for the halves.
// fails: Wide.Strides: returned
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

int wavefronts(const std::uint32_t* offsets, int lanes, int bytes) {
  const int groups = bytes / 4;
  int total = 0;
  for (int g = 0; g < groups; ++g) {
    std::map<int, std::set<int>> banks;
    std::size_t most = 0;
    for (int i = g; i < lanes; i += groups)
      for (int b = 0; b < bytes; b += 4) {
        const int w = (offsets[i] + b) / 4;
        banks[w % 32].insert(w);
        most = std::max(most, banks[w % 32].size());
      }
    total += most;
  }
  return total;
}
