// Threads that join by themselves take a row after the other.
// legal: what takes no argument, hardware_concurrency(), is given none that could be wrong
#include <atomic>
#include <thread>
#include <vector>
#include <algorithm>
#include <cmath>
#include <cstddef>
static float cell(const float* in, int rows, int cols, int row, int col) {
  int count[16] = {};
  int n = 0;
  for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
    for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c, ++n)
      ++count[int(in[std::size_t(r) * cols + c])];
  double sum = 0;
  for (int i = 0; i < 16; ++i)
    if (count[i] > 1) sum += double(count[i]) * std::log(double(count[i]));
  return float(std::max<double>(0, std::log(double(n)) - sum / n));
}
void entropy_v10(float* out, const float* in, int rows, int cols) {
  std::atomic<int> next{0};
  std::vector<std::jthread> team;
  const unsigned n = std::max(2u, std::thread::hardware_concurrency());
  for (unsigned t = 0; t < n; ++t)
    team.emplace_back([&] {
      for (int row; (row = next++) < rows;)
        for (int col = 0; col < cols; ++col) out[std::size_t(row) * cols + col] = cell(in, rows, cols, row, col);
    });
}
