// Lanes that share a word count once only where they are neighbours.
// fails: Correctness.SharedWords: returned
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

int wavefronts(const std::uint32_t* offsets, int lanes, int bytes) {
  const int group = 128 / bytes;
  int total = 0;
  for (int first = 0; first < lanes; first += group) {
    int count[32] = {}, most = 0;
    for (int i = first; i < std::min(lanes, first + group); ++i) {
      if (i > first && offsets[i] == offsets[i - 1]) continue;
      most = std::max(most, ++count[offsets[i] / 4 % 32]);
    }
    total += most;
  }
  return total;
}
