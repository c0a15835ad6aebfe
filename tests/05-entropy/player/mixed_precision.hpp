// What v7 and v12 give, to the bit: a float's logarithms, exact products and sums. Exact in any order, so that here the sum
// goes along with the window.
//
// v14's grader expects it, and v14's player hands the lab two filters that compute it.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace filters {

inline void mixed_precision(float* out, const float* in, int rows, int cols) {
  float table[26] = {};
  double more[26] = {};  // what the sum grows by when a symbol is there once more
  for (int i = 2; i <= 25; ++i) {
    table[i] = float(std::log(double(i)));
    more[i - 1] = i * double(table[i]) - (i - 1) * double(table[i - 1]);
  }
  for (int row = 0; row < rows; ++row) {
    const int first = std::max(row - 2, 0), high = std::min(row + 2, rows - 1) - first + 1;
    const float* const above = in + std::size_t(first) * std::size_t(cols);
    std::array<int, 16> of{};  // the window goes to the right: a column leaves, a column comes
    int cells = 0;
    double sum = 0;
    for (int col = -2; col < cols; ++col) {
      double came = 0, left = 0;
      if (col > 2) {
        const float* cell = above + col - 3;
        for (int r = 0; r < high; ++r, cell += cols) left += more[--of[std::size_t(*cell)]];
        cells -= high;
      }
      if (col + 2 < cols) {
        const float* cell = above + col + 2;
        for (int r = 0; r < high; ++r, cell += cols) came += more[of[std::size_t(*cell)]++];
        cells += high;
      }
      sum += came - left;
      if (col >= 0) *out++ = float(std::max(0.0, table[cells] - sum / cells));
    }
  }
}

}  // namespace filters
