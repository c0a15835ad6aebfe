// What the entropy of a window is, in double, straight from the definition: shares of symbols, no counts' logarithms.
//
// Independent of all versions: another formula, another way round the border, no table of logarithms.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace oracle {

// −p ln p where p is that share of the window's cells. Worked out once: a logarithm takes longer than all else of a cell.
inline double term(int count, int cells) {
  static const auto terms = [] {
    std::array<std::array<double, 26>, 26> all{};
    for (std::size_t n = 1; n < all.size(); ++n)
      for (std::size_t some = 1; some <= n; ++some)
        all[n][some] = double(some) / double(n) * std::log(double(n) / double(some));
    return all;
  }();
  return terms[std::size_t(cells)][std::size_t(count)];
}

// in: anything that has cells by [].
// −Σ p ln p over the symbols of the cells at most two rows and two columns away that are inside the grid.
template <typename Cells>
double entropy_of_cell(const Cells& in, int rows, int cols, int row, int col) {
  std::array<int, 16> counts{};
  int cells = 0;
  for (int down = -2; down <= 2; ++down)
    for (int right = -2; right <= 2; ++right) {
      const std::int64_t r = std::int64_t(row) + down, c = std::int64_t(col) + right;
      if (r < 0 || c < 0 || r >= rows || c >= cols) continue;
      ++counts[std::size_t(in[std::size_t(r * cols + c)])];
      ++cells;
    }
  double entropy = 0;
  for (const int count : counts)
    if (count > 0) entropy += term(count, cells);
  return entropy;
}

inline int cells_of_window(int rows, int cols, int row, int col) {
  int cells = 0;
  for (int down = -2; down <= 2; ++down)
    for (int right = -2; right <= 2; ++right)
      cells += row + down >= 0 && row + down < rows && col + right >= 0 && col + right < cols;
  return cells;
}

inline std::vector<double> entropy(const std::vector<float>& in, int rows, int cols) {
  std::vector<double> out;
  out.reserve(in.size());
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) out.push_back(entropy_of_cell(in, rows, cols, row, col));
  return out;
}

}  // namespace oracle
