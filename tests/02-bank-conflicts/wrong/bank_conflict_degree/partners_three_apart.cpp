// Takes lane i and lane i ^ 3 for partners, too.
// fails: Pairs.OtherPartners: lane i and lane i ^ 3 were partners
#include <algorithm>
#include <cstdint>
#include <set>
static bool in_pairs(const std::uint32_t* offsets, int first, int end, int apart) {
  for (int lane = first; lane < end; ++lane) {
    const int partner = lane ^ apart;
    if (partner < end && offsets[lane] != offsets[partner]) return false;
  }
  return true;
}
static int passes(const std::uint32_t* offsets, int first, int end, int bytes) {
  std::set<std::uint32_t> words[32];
  std::size_t most = 0;
  for (int lane = first; lane < end; ++lane)
    for (std::uint32_t word = offsets[lane] / 4; word < (offsets[lane] + bytes) / 4; ++word) {
      words[word % 32].insert(word);
      most = std::max(most, words[word % 32].size());
    }
  return static_cast<int>(most);
}
int wavefronts(const std::uint32_t* offsets, int lanes, int bytes) {
  const int group = 128 / bytes;
  int total = 0;
  for (int first = 0; first < lanes; first += 2 * group) {
    const int middle = std::min(first + group, lanes),
              end = std::min(first + 2 * group, lanes);
    const bool pairs = in_pairs(offsets, first, end, 1) || in_pairs(offsets, first, end, 3) || in_pairs(offsets, first, end, 2);
    if (pairs && passes(offsets, first, end, bytes) == 1) total += 1;
    else total += passes(offsets, first, middle, bytes) + passes(offsets, middle, end, bytes);
  }
  return total;
}
