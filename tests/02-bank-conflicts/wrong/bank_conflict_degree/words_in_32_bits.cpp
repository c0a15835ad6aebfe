// Marks the words of a bank in 32 bits, so that words far apart fall together.
// fails: Correctness.FarApart: returned 1, but shared memory takes 2 passes
#include <algorithm>
#include <bitset>
#include <cstdint>

int wavefronts(const std::uint32_t* offsets, int lanes, int bytes) {
  const int group = 128 / bytes;
  int total = 0;
  for (int first = 0; first < lanes; first += group) {
    std::bitset<32> words[32];
    std::size_t most = 0;
    for (int lane = first; lane < std::min(first + group, lanes); ++lane)
      for (std::uint32_t word = offsets[lane] / 4; word < (offsets[lane] + bytes) / 4; ++word) {
        words[word % 32][word / 32 % 32] = true;
        most = std::max(most, words[word % 32].count());
      }
    total += int(most);
  }
  return total;
}
