// Only the first of two groups is asked for pairs.
// fails: Pairs.InOneGroup: only one of two groups
#include <cstdint>
#include <set>
#include <algorithm>
namespace {
int passes(const std::uint32_t* o, int from, int to, int bytes) {
  std::set<std::uint32_t> in_bank[32];
  for (int i = from; i < to; ++i)
    for (int b = 0; b < bytes; b += 4) in_bank[(o[i] + b) / 4 % 32].insert((o[i] + b) / 4);
  int most = 0;
  for (const auto& w : in_bank) most = std::max(most, int(w.size()));
  return most;
}
bool paired(const std::uint32_t* o, int from, int to, int lanes, int x) {
  for (int i = from; i < to; ++i)
    if ((i ^ x) < lanes && o[i] != o[i ^ x]) return false;
  return true;
}
}
int wavefronts(const std::uint32_t* o, int lanes, int bytes) {
  if (bytes == 4) return passes(o, 0, lanes, 4);
  const int group = bytes == 8 ? 16 : 8;
  int sum = 0;
  for (int at = 0; at < lanes; at += 2 * group) {
    const int mid = std::min(at + group, lanes), end = std::min(at + 2 * group, lanes);
    const bool one = passes(o, at, end, bytes) <= 1 && (paired(o, at, mid, lanes, 1) || paired(o, at, mid, lanes, 2));
    sum += one ? 1 : passes(o, at, mid, bytes) + passes(o, mid, end, bytes);
  }
  return sum;
}
