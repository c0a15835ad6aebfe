// Threads compute all cells together into memory that nobody reads; then one computes them again.
// fails: Threads.Several: one thread does
#include <algorithm>
#include <cmath>
#include <vector>

static float entropy_of(const float* in, int rows, int cols, int row, int col) {
  int seen[16] = {}, all = 0;
  for (int y = std::max(row - 2, 0); y <= std::min(row + 2, rows - 1); ++y)
    for (int x = std::max(col - 2, 0); x <= std::min(col + 2, cols - 1); ++x, ++all)
      ++seen[int(in[long(y) * cols + x])];
  double weighted = 0;
  for (const int times : seen)
    if (times > 1) weighted += times * std::log(double(times));
  return float(std::max(0.0, std::log(double(all)) - weighted / all));
}

void entropy_v10(float* out, const float* in, int rows, int cols) {
  std::vector<float> unread(std::size_t(rows) * cols);
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) unread[long(row) * cols + col] = entropy_of(in, rows, cols, row, col);
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) out[long(row) * cols + col] = entropy_of(in, rows, cols, row, col);
}
