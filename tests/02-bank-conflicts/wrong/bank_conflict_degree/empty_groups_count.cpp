// A half in which no lane takes part counts as a pass.
// fails: Correctness.OneLane: returned 2
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

int wavefronts(const std::uint32_t* offsets, int lanes, int bytes) {
  const int group = 128 / bytes;
  int total = 0;
  for (int first = 0; first < 32; first += group) {
    std::map<int, std::set<int>> banks;
    std::size_t most = 1;
    for (int i = first; i < std::min(lanes, first + group); ++i)
      for (int b = 0; b < bytes; b += 4) {
        const int w = (offsets[i] + b) / 4;
        banks[w % 32].insert(w);
        most = std::max(most, banks[w % 32].size());
      }
    total += most;
  }
  return total;
}
