// Marks words in a table of 48 KiB, in which those beyond begin anew; a block may have 227 KiB.
// fails: Correctness.FarApart: takes 2 passes
#include <cstdint>
#include <algorithm>
#include <vector>
static int passes(const std::uint32_t* o, int first, int end, int bytes) {
  std::vector<char> seen(12288, 0);
  int bank[32] = {}, most = 0;
  for (int i = first; i < end; ++i)
    for (int w = 0; w < bytes / 4; ++w) {
      const std::uint32_t word = (o[i] / 4 + w) % 12288;
      if (!seen[word]) seen[word] = 1, most = std::max(most, ++bank[word % 32]);
    }
  return most;
}
static bool paired(const std::uint32_t* o, int first, int end, int lanes, int by) {
  for (int i = first; i < end; ++i)
    if ((i ^ by) < lanes && o[i] != o[i ^ by]) return false;
  return true;
}
int wavefronts(const std::uint32_t* o, int lanes, int bytes) {
  if (bytes == 4) return passes(o, 0, lanes, 4);
  const int group = 128 / bytes;
  int sum = 0;
  for (int f = 0; f < lanes; f += 2 * group) {
    const int m = std::min(lanes, f + group), e = std::min(lanes, f + 2 * group);
    if (passes(o, f, e, bytes) == 1 && (paired(o, f, e, lanes, 1) || paired(o, f, e, lanes, 2))) sum += 1;
    else sum += passes(o, f, m, bytes) + (e > m ? passes(o, m, e, bytes) : 0);
  }
  return sum;
}
