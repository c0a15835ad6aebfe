// Makes prefix sums, and counts each window in a copy of the grid all the same.
// fails: Prediction.PrefixSums: 18 times and more, so are the windows counted cell by cell, in a copy of in
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

void entropy_v13(float* out, const float* in, int rows, int cols) {
  float table[26] = {};
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));
  const std::size_t width = std::size_t(cols);
  std::vector<std::uint8_t> symbol(std::size_t(rows) * width);
  std::vector<std::array<int, 16>> before(std::size_t(rows) * width);
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    std::array<int, 16> sums = {};
    for (int col = 0; col < cols; ++col) {
      const std::size_t at = row * width + col;
      symbol[at] = std::uint8_t(in[at]);
      ++sums[symbol[at]];
      before[at] = sums;
    }
  }
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      signed char count[16] = {};
      int n = 0;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
        for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c, ++n)
          ++count[symbol[r * width + c]];
      double sum = 0;
      for (int i = 0; i < 16; ++i) sum += count[i] * double(table[count[i]]);
      out[row * width + col] = float(std::max(0.0, table[n] - sum / n));
    }
}
