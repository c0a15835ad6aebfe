// The window reaches a row past the grid.
// fails: Correctness.Constant: depends on what lies before or behind in
#include <algorithm>
#include <cmath>
#include <vector>
#include <cstdint>
#include <cstring>
static float cell(const float* in, int rows, int cols, int row, int col) {
  int count[16] = {}, n = 0;
  for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows); ++r)
    for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) { ++count[(int)in[r * cols + c]]; ++n; }
  double sum = 0;
  for (int i = 0; i < 16; ++i) if (count[i]) sum += count[i] * std::log((double)count[i]);
  return (float)std::max(0.0, std::log((double)n) - sum / n);
}
void entropy_v10(float* out, const float* in, int rows, int cols) {
#pragma omp parallel for
  for (int r = 0; r < rows; ++r) for (int c = 0; c < cols; ++c) out[r * cols + c] = cell(in, rows, cols, r, c);
}
