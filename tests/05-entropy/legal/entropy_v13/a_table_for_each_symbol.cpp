// Sixteen sums, one after the other, each of the whole grid.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major, in the host's memory.
void entropy_v13(float* out, const float* in, int rows, int cols) {
  float table[26] = {};  // ln i, and 0 for ln 0: a count of nothing adds nothing
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));

  const std::size_t width = std::size_t(cols) + 1, places = (std::size_t(rows) + 1) * width;
  std::vector<int> before(16 * places);
#pragma omp parallel for
  for (int symbol = 0; symbol < 16; ++symbol) {
    int* const sums = &before[symbol * places];
    for (int row = 0; row < rows; ++row)
      for (int col = 0; col < cols; ++col)
        sums[(row + 1) * width + col + 1] = sums[(row + 1) * width + col] + sums[row * width + col + 1] -
                                            sums[row * width + col] + (int(in[row * cols + col]) == symbol);
  }
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      const int top = std::max(row - 2, 0), bottom = std::min(row + 3, rows);
      const int left = std::max(col - 2, 0), right = std::min(col + 3, cols);
      const int n = (bottom - top) * (right - left);
      double sum = 0;
      for (int symbol = 0; symbol < 16; ++symbol) {
        const int* const sums = &before[symbol * places];
        const int count = sums[bottom * width + right] - sums[bottom * width + left] - sums[top * width + right] + sums[top * width + left];
        sum += count * double(table[count]);
      }
      out[row * cols + col] = float(std::max(0.0, table[n] - sum / n));
    }
}
