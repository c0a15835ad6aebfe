// No containers; the warp is cut off at the front, by recursion.
#include <algorithm>
#include <cstdint>

namespace {
int busiest(const std::uint32_t* o, int n, int bytes) {
  int count[32] = {}, most = 0;
  for (int i = 0; i < n; ++i) {
    bool again = false;
    for (int j = 0; j < i; ++j) again |= o[j] == o[i];
    if (again) continue;
    for (int b = 0; b < bytes / 4; ++b) most = std::max(most, ++count[(o[i] / 4 + b) & 31]);
  }
  return most;
}
bool paired(const std::uint32_t* o, int n, int d) {
  for (int i = 0; i < n; ++i)
    if (!(i & d) && i + d < n && o[i] != o[i + d]) return false;
  return true;
}
}  // namespace

auto wavefronts(std::uint32_t const* offsets, int lanes, int bytes) -> int {
  const int group = 128 / bytes;
  if (lanes <= 0) return 0;
  const int both = std::min(lanes, 2 * group), first = std::min(lanes, group);
  const bool one = busiest(offsets, both, bytes) == 1 && (paired(offsets, both, 1) || paired(offsets, both, 2));
  const int here = one ? 1 : busiest(offsets, first, bytes) + busiest(offsets + first, both - first, bytes);
  return here + wavefronts(offsets + both, lanes - both, bytes);
}
