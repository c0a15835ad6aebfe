// Leaves the caller with a single thread, and itself, when it is called again.
// fails: Threads.Several: the second call is another one than the first: no other thread took part
#include <omp.h>

#include <algorithm>
#include <cmath>

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
#pragma omp parallel for schedule(dynamic)
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) out[long(row) * cols + col] = entropy_of(in, rows, cols, row, col);
  omp_set_num_threads(1);
}
