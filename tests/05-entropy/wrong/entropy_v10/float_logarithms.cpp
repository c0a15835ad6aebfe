// Computes in float.
// fails: Prediction.Precision: are products and sums in double
#include <algorithm>
#include <cmath>

void entropy_v10(float* out, const float* in, int rows, int cols) {
  // No cell's result depends on another's, so a thread may take any rows.
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      int count[16] = {};
      int n = 0;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
        for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
          ++count[int(in[r * cols + c])];
          ++n;
        }
      float sum = 0;
      for (int i = 0; i < 16; ++i)
        if (count[i] > 1) sum += count[i] * std::log(float(count[i]));  // 0 ln 0 is 0, and so is 1 ln 1
      // Rounding must not leave a little less than nothing.
      out[row * cols + col] = float(std::max(0.0f, std::log(float(n)) - sum / n));
    }
}
