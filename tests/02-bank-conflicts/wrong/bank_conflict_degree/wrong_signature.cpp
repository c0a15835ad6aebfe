// The offsets are not const.
// fails: Correctness.OneLane: there is no function `int wavefronts(const unsigned int*, int, int)`: yours is
#include <algorithm>
#include <cstdint>
#include <set>

// Whether lanes 2i and 2i + 1 (apart = 1), or lanes 4i and 4i + 2 and so on (apart = 2), share an address, all of them.
static bool in_pairs(const std::uint32_t* offsets, int first, int end, int apart) {
  for (int lane = first; lane < end; ++lane) {
    const int partner = lane ^ apart;
    if (partner < end && offsets[lane] != offsets[partner]) return false;
  }
  return true;
}

// One pass gives a word from each of the 32 banks. A word is given once, however many lanes want it, so the bank
// with the most different words decides.
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

// offsets[0 … lanes-1]: where lanes 0, 1, … load, in bytes from the start of shared memory; multiples of `bytes`.
// bytes: the width of every lane's load: 4, 8 or 16.
int wavefronts(std::uint32_t* offsets, int lanes, int bytes) {
  // A pass moves 128 bytes at most: what 32 lanes of 4, 16 lanes of 8 or 8 lanes of 16 bytes ask for. So the warp is
  // served in groups of that many. Two groups share a pass where it is enough for both and lanes load in pairs.
  const int group = 128 / bytes;
  int total = 0;
  for (int first = 0; first < lanes; first += 2 * group) {
    const int middle = std::min(first + group, lanes), end = std::min(first + 2 * group, lanes);
    const bool pairs = in_pairs(offsets, first, end, 1) || in_pairs(offsets, first, end, 2);
    if (pairs && passes(offsets, first, end, bytes) == 1) total += 1;
    else total += passes(offsets, first, middle, bytes) + passes(offsets, middle, end, bytes);
  }
  return total;
}
