// A loop of tasks, each of two rows or more.
#include <algorithm>
#include <cmath>

void entropy_v10(float* out, const float* in, int rows, int cols) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2)
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
      for (int i = 0; i < 16; ++i)
        if (count[i] > 1) sum += count[i] * std::log(double(count[i]));
      out[row * cols + col] = float(std::max(0.0, std::log(double(n)) - sum / n));
    }
}
