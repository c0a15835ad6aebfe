// Threads of the C++ library, which are gone when the call is over.
#include <algorithm>
#include <cmath>
#include <vector>
#include <cstdint>
#include <cstring>
#include <thread>
static float cell(const float* in, int rows, int cols, int row, int col) {
  int count[16] = {}, n = 0;
  for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
    for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) { ++count[(int)in[r * cols + c]]; ++n; }
  double sum = 0;
  for (int i = 0; i < 16; ++i) if (count[i]) sum += count[i] * std::log((double)count[i]);
  return (float)std::max(0.0, std::log((double)n) - sum / n);
}
void entropy_v10(float* out, const float* in, int rows, int cols) {
  std::vector<std::thread> team;
  const int size = 4;
  for (int t = 0; t < size; ++t) team.emplace_back([=] { for (int i = t; i < rows * cols; i += size) out[i] = cell(in, rows, cols, i / cols, i % cols); });
  for (auto& t : team) t.join();
}
