// A table of ln 0 to ln 12; greater counts have their logarithm computed, cell by cell.
// fails: Prediction.Logarithms: 1 logarithm is computed a cell, and in this rung they are looked up
#include <algorithm>
#include <cmath>
void entropy_v11(float* out, const float* in, int rows, int cols) {
  double table[26] = {};  // ln i, and 0 for ln 0: a count of nothing adds nothing
  for (int i = 2; i <= 25; ++i) table[i] = std::log(double(i));
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      int count[16] = {};
      int n = 0;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
        for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
          ++count[int(in[r * cols + c])];
          ++n;
        }
      double sum = 0;
      for (int i = 0; i < 16; ++i) sum += count[i] * (count[i] > 12 ? std::log(double(count[i])) : table[count[i]]);
      out[row * cols + col] = float(std::max(0.0, table[n] - sum / n));
    }
}
