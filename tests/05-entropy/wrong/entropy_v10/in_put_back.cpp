// The symbols are counted from 1 on while it works, in the caller's own grid, and put back.
// fails: Correctness.FirstCalls: host code writes
#include <algorithm>
#include <cmath>

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major,
// in the host's memory.
void entropy_v10(float* out, const float* in, int rows, int cols) {
  // No cell's result depends on another's, so a thread may take any rows.
  float* const symbols = const_cast<float*>(in);
  for (int i = 0; i < rows * cols; ++i) symbols[i] += 1;  // from 1 on, so that 0 is nothing
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      int count[16] = {};
      int n = 0;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
        for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
          ++count[int(in[r * cols + c]) - 1];
          ++n;
        }
      double sum = 0;
      for (int i = 0; i < 16; ++i)
        // 0 ln 0 is 0, and so is 1 ln 1
        if (count[i] > 1) sum += count[i] * std::log(double(count[i]));
      // Rounding must not leave a little less than nothing.
      out[row * cols + col] = float(std::max(0.0, std::log(double(n)) - sum / n));
    }
  for (int i = 0; i < rows * cols; ++i) symbols[i] -= 1;
}
