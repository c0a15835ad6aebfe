// The pointer is thread_local; what it points to is not.
// fails: Correctness.Races: thread 1 writes counters, own_pointer_shared_memory.cpp line 14, and thread 0 has
#include <algorithm>
#include <cmath>

void entropy_v12(float* out, const float* in, int rows, int cols) {
  float table[26] = {};
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));
  static signed char counters[16];
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      static thread_local signed char* const count = counters;
      for (int i = 0; i < 16; ++i) count[i] = 0;
      int n = 0;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
        for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
          ++count[int(in[r * cols + c])];
          ++n;
        }
      double sum = 0;
      for (int i = 0; i < 16; ++i) sum += count[i] * double(table[count[i]]);
      out[row * cols + col] = float(std::max(0.0, table[n] - sum / n));
    }
}
