// Bands one row too high: two threads write the row between them, the same numbers, and only there.
// fails: Correctness.Races: thread 1 writes out at byte 552, one_row_twice.cpp line 28, and thread 0 has written it, one_row_twice.cpp line 28
#include <algorithm>
#include <cmath>
#include <omp.h>

// The entropy of one cell's window, with that table of logarithms.
static float entropy_of(const float* in, int rows, int cols, int row, int col, const float* table) {
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

void entropy_v12(float* out, const float* in, int rows, int cols) {
  float table[26] = {};
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));
#pragma omp parallel
  {
    const int threads = omp_get_num_threads(), thread = omp_get_thread_num();
    const int first = rows * thread / threads, last = std::min(rows * (thread + 1) / threads + 1, rows);
    for (int row = first; row < last; ++row)
      for (int col = 0; col < cols; ++col) out[row * cols + col] = entropy_of(in, rows, cols, row, col, table);
  }
}
