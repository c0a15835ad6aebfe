// The counters are declared in front of the loop: every thread counts in the same ones.
// fails: Correctness.Races: shared_counters.cpp line 11, and thread 0 has
#include <algorithm>
#include <cmath>

void entropy_v10(float* out, const float* in, int rows, int cols) {
  int count[16];
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      for (int& each : count) each = 0;
      int n = 0;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
        for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
          ++count[int(in[r * cols + c])];
          ++n;
        }
      double sum = 0;
      for (int i = 0; i < 16; ++i)
        if (count[i] > 1) sum += count[i] * std::log(double(count[i]));
      out[row * cols + col] = float(std::max(0.0, std::log(double(n)) - sum / n));
    }
}
