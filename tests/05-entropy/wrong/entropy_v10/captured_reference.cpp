// A lambda has captured a variable by reference, and all threads call the lambda.
// fails: Correctness.Races: thread 1 writes 4 bytes, captured_reference.cpp line 10, and thread 0 has
#include <algorithm>
#include <cmath>

void entropy_v10(float* out, const float* in, int rows, int cols) {
  int n = 0;
  const auto entropy_of = [&](int row, int col) {
    int count[16] = {};
    n = 0;
    for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
      for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
        ++count[int(in[r * cols + c])];
        ++n;
      }
    double sum = 0;
    for (int i = 0; i < 16; ++i)
      if (count[i] > 1) sum += count[i] * std::log(double(count[i]));
    return float(std::max(0.0, std::log(double(n)) - sum / n));
  };
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) out[row * cols + col] = entropy_of(row, col);
}
