// The counts of columns are not cleared for the next tile.
// fails: Correctness.FirstCalls: or still the last call's
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace {

// The middle of a square's square, as random as it needs to be: with 3018, no two different entropies have the same sum
// of 16 hashes, modulo 65536, whatever n is. (Found by trying: 24 of the 65535 multipliers will do, 3018 is the first.)
constexpr std::uint16_t hash(std::uint8_t count) {
  const auto x = std::uint16_t(count * count * 3018);
  return std::uint16_t(std::uint32_t(x) * x >> 16);
}

struct Table {
  std::vector<float> entropy = std::vector<float>(1 << 16, -1.0f);
  std::uint16_t start[26] = {};  // where the sum for a window of n cells starts, so that every n has places of its own

  Table() {
    for (const int n : {25, 20, 16, 15, 12, 10, 9, 8, 6, 5, 4, 3, 2, 1}) {
      std::vector<std::pair<std::uint16_t, float>> found;  // for every way to divide n cells: sum of hashes, entropy
      const auto divide = [&](const auto& self, int symbols, int left, int most, int hashes, double sum) -> void {
        if (left == 0) found.emplace_back(std::uint16_t(hashes), float(std::max(0.0, std::log(double(n)) - sum / n)));
        if (symbols == 0) return;
        for (int count = std::min(left, most); count > 0; --count)
          self(self, symbols - 1, left - count, count, hashes + hash(count), sum + count * std::log(double(count)));
      };
      divide(divide, 16, n, n, 0, 0);
      const auto taken = [&](const auto& item) { return entropy[std::uint16_t(start[n] + item.first)] >= 0; };
      while (std::any_of(found.begin(), found.end(), taken) && ++start[n] != 0) {}
      for (const auto& item : found) entropy[std::uint16_t(start[n] + item.first)] = item.second;
    }
  }
};

// A tile's counts stay in the first-level cache: 16 bytes a column. Vectors may read a few columns more than it has.
constexpr int tile_rows = 64, tile_cols = 1016, line_length = 1088;
constexpr int vector_lanes = 32;

// Compiled three times, for vectors of 16, 32 and 64 bytes; the CPU decides, once, which of them runs.
[[gnu::target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")]]
void filter_tile(float* out, const float* in, int rows, int cols, int top, int bottom, int left, int right,
                 const Table& table) {
  std::uint8_t lines[6][line_length];  // the symbols of the last rows, two columns more to each side
  static thread_local std::uint8_t columns[16][line_length];  // of each symbol: how often it is in the last five of them
  std::uint16_t start[line_length], place[line_length] = {};
  std::fill_n(&lines[0][0], sizeof lines, std::uint8_t(16));  // outside the grid is no symbol, so none counts it
  const int lanes = (right - left + 4 + vector_lanes - 1) / vector_lanes * vector_lanes;
  int height = 0;
  for (int row = top - 2; row < bottom + 2; ++row) {
    std::uint8_t* const enters = lines[(row + 6) % 6];
    const std::uint8_t* const leaves = lines[(row + 7) % 6];
    std::fill_n(enters, lanes, std::uint8_t(16));
    if (row >= 0 && row < rows) {
      const int first = std::max(left - 2, 0), last = std::min(right + 2, cols);
      const float* const from = in + std::size_t(row) * std::size_t(cols);
#pragma omp simd
      for (int col = first; col < last; ++col) enters[col - left + 2] = std::uint8_t(int(from[col]));
    }
    const int middle = row - 2;  // the row whose windows are whole now
    if (middle >= top) {
      const int high = std::min(row, rows - 1) - std::max(middle - 2, 0) + 1;
      for (int col = left; high != height && col < right; ++col)  // twice or thrice at the grid's edges, else once
        start[col - left] = table.start[high * (std::min(col + 2, cols - 1) - std::max(col - 2, 0) + 1)];
      height = high;
      std::copy_n(start, right - left, place);
    }
    const float* const next_in = in + std::size_t(std::clamp(row + 1, 0, rows - 1)) * std::size_t(cols) + left;
    const float* const next_out = out + std::size_t(std::clamp(middle + 1, top, bottom - 1)) * std::size_t(cols) + left;
    for (int symbol = 0; symbol < 16; ++symbol) {
      // Or memory idles while vectors work. With each symbol, ask for a 16th of the next rows: all lines of 64 bytes.
      for (int i = symbol * 16; i < right - left; i += 16 * 16) {
        __builtin_prefetch(next_in + i);
        __builtin_prefetch(next_out + i, 1);
      }
      std::uint8_t* const count = columns[symbol];
      const auto wanted = std::uint8_t(symbol);
#pragma omp simd
      for (int i = 0; i < lanes; ++i) count[i] += (enters[i] == wanted ? 1 : 0) - (leaves[i] == wanted ? 1 : 0);
      if (middle < top) continue;
#pragma omp simd
      for (int i = 0; i < lanes; ++i)
        place[i] += hash(count[i] + count[i + 1] + count[i + 2] + count[i + 3] + count[i + 4]);
    }
    if (middle < top) continue;
    float* const to = out + std::size_t(middle) * std::size_t(cols) + left;
    for (int i = 0; i < right - left; ++i) to[i] = table.entropy[place[i]];
  }
}

}  // namespace

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major, in the host's memory.
void entropy_v16(float* out, const float* in, int rows, int cols) {
  static const Table table;  // made once, whichever thread comes first
  const int down = (rows + tile_rows - 1) / tile_rows, across = (cols + tile_cols - 1) / tile_cols;
#pragma omp parallel for
  for (int tile = 0; tile < down * across; ++tile) {
    const std::int64_t r = tile / across, c = tile % across;
    filter_tile(out, in, rows, cols, int(r * rows / down), int((r + 1) * rows / down), int(c * cols / across),
                int((c + 1) * cols / across), table);
  }
}
