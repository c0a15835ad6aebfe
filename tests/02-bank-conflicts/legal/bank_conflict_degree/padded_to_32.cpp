// Lanes that take no part are marked by -1.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

int wavefronts(const std::uint32_t* offsets, int lanes, int bytes) {
  std::vector<long> o(32, -1);
  std::copy(offsets, offsets + lanes, o.begin());
  auto degree = [&](int a, int b) {
    std::map<long, std::set<long>> banks;
    for (int i = a; i < b; ++i)
      if (o[i] >= 0)
        for (long w = o[i] / 4; w < o[i] / 4 + bytes / 4; ++w) banks[w % 32].insert(w);
    std::size_t most = 0;
    for (auto& [bank, words] : banks) most = std::max(most, words.size());
    return (int)most;
  };
  auto paired = [&](int a, int b, int d) {
    for (int i = a; i < b; ++i)
      if (o[i] >= 0 && o[i ^ d] >= 0 && o[i] != o[i ^ d]) return false;
    return true;
  };
  if (bytes == 4) return degree(0, 32);
  int total = 0;
  const int n = 128 / bytes;
  for (int a = 0; a < 32; a += 2 * n)
    total += (paired(a, a + 2 * n, 1) || paired(a, a + 2 * n, 2)) && degree(a, a + 2 * n) <= 1
                 ? degree(a, a + 2 * n)
                 : degree(a, a + n) + degree(a + n, a + 2 * n);
  return total;
}
