// Each thread counts for itself, and OpenMP adds the counts.
#include <algorithm>
#include <cmath>

// The entropy of one cell's window, with that table of logarithms.
static float entropy_of(const float* in, int rows, int cols, int row, int col, const float* table) {
  unsigned char count[16] = {};
  int n = 0;
  for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
    for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
      ++count[int(in[r * cols + c])];
      ++n;
    }
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += count[i] * double(table[count[i]]);
  return float(std::max(0.0, table[n] - sum / n));
}

void entropy_v12(float* out, const float* in, int rows, int cols) {
  float table[26] = {};
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));
  int done = 0;
#pragma omp parallel for collapse(2) schedule(guided) reduction(+ : done)
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      out[row * cols + col] = entropy_of(in, rows, cols, row, col, table);
      ++done;
    }
  if (done != rows * cols) out[0] = -1;
}
