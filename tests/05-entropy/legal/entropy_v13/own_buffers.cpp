// The sums are kept for the next call, and grow when they must; each thread has a line of results of its own.
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

void entropy_v13(float* out, const float* in, int rows, int cols) {
  float table[26] = {};
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));
  const std::size_t width = std::size_t(cols) + 1;
  static std::vector<std::array<int, 16>> before;
  before.assign((std::size_t(rows) + 1) * width, {});
#pragma omp parallel for schedule(dynamic, 2)
  for (int row = 0; row < rows; ++row) {
    std::array<int, 16>* const line = &before[(std::size_t(row) + 1) * width];
    for (int col = 0; col < cols; ++col) {
      line[col + 1] = line[col];
      ++line[col + 1][std::size_t(in[row * cols + col])];
    }
  }
#pragma omp parallel for
  for (int col = 1; col <= cols; ++col)
    for (int row = 2; row <= rows; ++row)
      for (int i = 0; i < 16; ++i) before[row * width + col][i] += before[(row - 1) * width + col][i];
#pragma omp parallel for schedule(dynamic, 2)
  for (int row = 0; row < rows; ++row) {
    static thread_local std::vector<float> results;
    results.clear();
    for (int col = 0; col < cols; ++col) {
      const int top = std::max(row - 2, 0), bottom = std::min(row + 3, rows);
      const int left = std::max(col - 2, 0), right = std::min(col + 3, cols);
      const int n = (bottom - top) * (right - left);
      double sum = 0;
      for (int i = 0; i < 16; ++i) {
        const int count = before[bottom * width + right][i] - before[bottom * width + left][i] -
                          before[top * width + right][i] + before[top * width + left][i];
        sum += count * double(table[count]);
      }
      results.push_back(float(std::max(0.0, table[n] - sum / n)));
    }
    std::copy(results.begin(), results.end(), out + std::size_t(row) * std::size_t(cols));
  }
}
