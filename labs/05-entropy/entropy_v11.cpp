// Lab entropy_v11: v10 with a table of the logarithms.
// Run: ./course check entropy_v11        Stuck: ./course hint entropy_v11
#include <algorithm>
#include <cmath>

// in: rows × cols symbols 0 … 15; out: the entropy of each cell's window, in nats. Row-major, in the host's memory.
void entropy_v11(float* out, const float* in, int rows, int cols) {
  // TODO: a table of ln 0 … ln 25, with 0 for ln 0.
  // TODO: several threads.
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
      for (int i = 0; i < 16; ++i) sum += 0;  // TODO: count[i] * ln count[i], looked up
      // Rounding must not leave a little less than nothing.
      out[row * cols + col] = 0;  // TODO: ln n, looked up, less sum / n
    }
}
