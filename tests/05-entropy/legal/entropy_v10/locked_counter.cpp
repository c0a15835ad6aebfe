// Threads take the next row from a counter in a critical section, and count what they did in an atomic.
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

void entropy_v10(float* out, const float* in, int rows, int cols) {
  double table[26] = {};
  for (int i = 2; i <= 25; ++i) table[i] = double(std::log(double(i)));
  int next = 0, done = 0;
#pragma omp parallel
  for (;;) {
    int row;
#pragma omp critical
    row = next++;
    if (row >= rows) break;
    for (int col = 0; col < cols; ++col) out[row * cols + col] = entropy_of(in, rows, cols, row, col, table);
#pragma omp atomic
    ++done;
  }
  if (done != rows) out[0] = -1;
}
