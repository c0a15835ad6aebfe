// Each thread fills the table if nobody has: two see that nobody has.
// fails: Correctness.FirstCalls: lazy_table.cpp line 24, and thread 0 has written it
#include <algorithm>
#include <cmath>

// The entropy of one cell's window, with that table of logarithms.
static float entropy_of(const float* in, int rows, int cols, int row, int col, const double* table) {
  int count[16] = {}, n = 0;
  for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
    for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
      ++count[int(in[r * cols + c])];
      ++n;
    }
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += count[i] * double(table[count[i]]);
  return float(std::max(0.0, table[n] - sum / n));
}

void entropy_v11(float* out, const float* in, int rows, int cols) {
  static double table[26];
  static bool ready = false;
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    if (!ready) {
      for (int i = 2; i <= 25; ++i) table[i] = std::log(double(i));
      ready = true;
    }
    for (int col = 0; col < cols; ++col) out[row * cols + col] = entropy_of(in, rows, cols, row, col, table);
  }
}
