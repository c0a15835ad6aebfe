// The compiler's vectors of 16 bytes, strips of 512 columns, and a hash by a shift and two products.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>
#include <omp.h>
namespace {
typedef std::uint8_t bytes16 __attribute__((vector_size(16)));
typedef std::uint16_t words8 __attribute__((vector_size(16)));
template <class T> inline T mix(T c) {  // of a count, as 16 bits
  T x = c * 13149;
  x ^= x >> 7;
  return x * x;
}
struct Lookup {
  std::vector<float> value = std::vector<float>(65536, -1.f);
  std::uint16_t begin[26] = {};
  Lookup() {
    for (int n = 25; n > 0; --n) {
      bool possible = false;
      for (int a = 1; a <= 5; ++a)
        for (int b = 1; b <= 5; ++b) possible |= a * b == n;
      if (!possible) continue;
      std::vector<std::pair<std::uint16_t, float>> all;
      int part[16];
      part_of(n, n, 0, part, all, n);
      int shift = 0;
      while (std::any_of(all.begin(), all.end(), [&](auto& e) { return value[std::uint16_t(e.first + shift)] >= 0; }))
        ++shift;
      begin[n] = std::uint16_t(shift);
      for (auto& e : all) value[std::uint16_t(e.first + shift)] = e.second;
    }
  }
  static void part_of(
      int left, int most, int used, int* part, std::vector<std::pair<std::uint16_t, float>>& all, int n) {
    if (left == 0) {
      std::uint16_t h = 0;
      double s = 0;
      for (int i = 0; i < used; ++i)
        h = std::uint16_t(h + mix<std::uint16_t>(std::uint16_t(part[i]))), s += part[i] * std::log(double(part[i]));
      all.push_back({h, float(std::max(0.0, std::log(double(n)) - s / n))});
      return;
    }
    if (used == 16) return;
    for (int c = std::min(left, most); c >= 1; --c) part[used] = c, part_of(left - c, c, used + 1, part, all, n);
  }
};
inline bytes16 load(const std::uint8_t* p) {
  bytes16 v;
  std::memcpy(&v, p, 16);
  return v;
}
// A strip of up to 512 columns from row `top` to before row `bottom`.
void strip(
    float* out, const float* in, int rows, int cols, int top, int bottom, int left, int right, const Lookup& table) {
  constexpr int most = 512 + 32;
  static thread_local std::uint8_t symbols[6][most], sums[16][most];
  static thread_local std::uint16_t where[most];
  const int width = right - left, padded = (width + 15) / 16 * 16;
  std::memset(symbols, 16, sizeof symbols);
  std::memset(sums, 0, sizeof sums);
  for (int row = top - 2; row < bottom + 2; ++row) {
    std::uint8_t* const now = symbols[(row + 12) % 6];
    const std::uint8_t* const old = symbols[(row + 13) % 6];
    std::memset(now, 16, std::size_t(padded) + 16);
    if (row >= 0 && row < rows)
      for (int c = std::max(0, left - 2); c < std::min(cols, right + 2); ++c)
        now[c - left + 2] = std::uint8_t(in[std::size_t(row) * cols + c]);
    const bool whole = row - 2 >= top;
    if (whole) {
      const int y = row - 2, high = std::min(y + 2, rows - 1) - std::max(y - 2, 0) + 1;
      for (int i = 0; i < width; ++i) {
        const int c = left + i;
        where[i] = c >= 2 && c + 2 < cols ? table.begin[5 * high]
                                          : table.begin[high * (std::min(c + 2, cols - 1) - std::max(c - 2, 0) + 1)];
      }
    }
    for (int s = 0; s < 16; ++s) {
      std::uint8_t* const own = sums[s];
      const bytes16 wanted = bytes16{} + std::uint8_t(s);
      for (int i = 0; i < padded + 16; i += 16) {
        bytes16 v = load(own + i);
        v += bytes16(load(old + i) == wanted) - bytes16(load(now + i) == wanted);  // -1 where true
        std::memcpy(own + i, &v, 16);
      }
      if (!whole) continue;
      for (int i = 0; i < padded; i += 16) {
        const bytes16 v = load(own + i) + load(own + i + 1) + load(own + i + 2) + load(own + i + 3) + load(own + i + 4);
        const bytes16 zero{};
        const words8 low =
            (words8)__builtin_shuffle(v, zero, bytes16{0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23});
        const words8 high =
            (words8)__builtin_shuffle(v, zero, bytes16{8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31});
        words8 a, b;
        std::memcpy(&a, where + i, 16);
        std::memcpy(&b, where + i + 8, 16);
        a += mix(low), b += mix(high);
        std::memcpy(where + i, &a, 16);
        std::memcpy(where + i + 8, &b, 16);
      }
    }
    if (whole)
      for (int i = 0; i < width; ++i) out[std::size_t(row - 2) * cols + left + i] = table.value[where[i]];
  }
}
}  // namespace
void entropy_v16(float* out, const float* in, int rows, int cols) {
  static const Lookup table;
  const int across = (cols + 511) / 512, down = (rows + 47) / 48;
#pragma omp parallel
  {
    const int crew = omp_get_num_threads();
    for (int t = omp_get_thread_num(); t < across * down; t += crew) {
      const int top = t / across * 48, left = t % across * 512;
      strip(out, in, rows, cols, top, std::min(rows, top + 48), left, std::min(cols, left + 512), table);
    }
  }
}
