// No sets: the words of a group are sorted, and the same one is skipped.
#include <algorithm>
#include <cstdint>
#include <vector>

static int passes(const std::uint32_t* offsets, int first, int end, int bytes) {
  std::vector<std::uint32_t> words;
  for (int lane = first; lane < end; ++lane)
    for (int i = 0; i < bytes / 4; ++i) words.push_back(offsets[lane] / 4 + i);
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  int count[32] = {}, most = 0;
  for (const std::uint32_t word : words) most = std::max(most, ++count[word % 32]);
  return most;
}

int wavefronts(const std::uint32_t* offsets, int lanes, int bytes) {
  if (bytes == 4) return passes(offsets, 0, lanes, bytes);
  const int group = 128 / bytes;
  int total = 0;
  for (int first = 0; first < lanes; first += 2 * group) {
    const int end = std::min(first + 2 * group, lanes), middle = std::min(first + group, lanes);
    bool by_one = true, by_two = true;
    for (int lane = first; lane < end; ++lane) {
      if ((lane ^ 1) < end) by_one &= offsets[lane] == offsets[lane ^ 1];
      if ((lane ^ 2) < end) by_two &= offsets[lane] == offsets[lane ^ 2];
    }
    total += (by_one || by_two) && passes(offsets, first, end, bytes) == 1
                 ? 1
                 : passes(offsets, first, middle, bytes) + passes(offsets, middle, end, bytes);
  }
  return total;
}
