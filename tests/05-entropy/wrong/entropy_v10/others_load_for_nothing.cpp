// One thread computes all cells; the others load as many cells, and nothing comes of it.
// fails: Threads.Several: times as many elements of in as one does
#include <algorithm>
#include <cmath>

#include <omp.h>

static void all_cells(float* out, const float* in, int rows, int cols) {
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      int count[16] = {}, n = 0;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
        for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c, ++n) ++count[int(in[r * cols + c])];
      double sum = 0;
      for (int i = 0; i < 16; ++i)
        if (count[i] > 1) sum += count[i] * std::log(double(count[i]));
      out[row * cols + col] = float(std::max(0.0, std::log(double(n)) - sum / n));
    }
}

void entropy_v10(float* out, const float* in, int rows, int cols) {
#pragma omp parallel
  if (omp_get_thread_num() == 0) {
    all_cells(out, in, rows, cols);
  } else {
    const volatile float* const cells = in;
    float sum = 0;
    for (int turn = 0; turn < 9; ++turn)
      for (int i = 0; i < rows * cols; ++i) sum += cells[i];
    volatile float kept = sum;
    (void)kept;
  }
}
