// The corner that both strips have is taken off once more, where it belongs to be added: counts fall below 0.
// fails: Correctness.FirstCalls: host code uses the index
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

void entropy_v13(float* out, const float* in, int rows, int cols) {
  float table[26] = {};
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));

  const std::size_t width = std::size_t(cols) + 1;
  std::vector<std::array<int, 16>> before((std::size_t(rows) + 1) * width);
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      auto& here = before[(row + 1) * width + col + 1];
      here = before[(row + 1) * width + col];
      ++here[int(in[std::size_t(row) * cols + col])];
    }
#pragma omp parallel for
  for (int col = 1; col <= cols; ++col)
    for (int row = 1; row <= rows; ++row)
      for (int i = 0; i < 16; ++i) before[row * width + col][i] += before[(row - 1) * width + col][i];

#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      const int top = std::max(row - 2, 0), bottom = std::min(row + 3, rows);
      const int left = std::max(col - 2, 0), right = std::min(col + 3, cols);
      const int n = (bottom - top) * (right - left);
      const auto &a = before[top * width + left], &b = before[top * width + right];
      const auto &c = before[bottom * width + left], &d = before[bottom * width + right];
      double sum = 0;
      for (int i = 0; i < 16; ++i) {
        const int count = d[i] - b[i] - c[i] - a[i];
        sum += count * double(table[count]);
      }
      out[std::size_t(row) * cols + col] = float(std::max(0.0, table[n] - sum / n));
    }
}
