// Sixteen planes, each filled by one std::thread, which reads the variables of the thread that started it.
#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>
void entropy_v13(float* out, const float* in, int rows, int cols) {
  static const float table[26] = {0, 0, 0.6931472f, 1.0986123f, 1.3862944f, 1.609438f, 1.7917595f, 1.9459101f, 2.0794415f, 2.1972246f, 2.3025851f, 2.3978953f, 2.4849067f, 2.5649493f, 2.6390574f, 2.7080503f, 2.7725887f, 2.8332133f, 2.8903718f, 2.944439f, 2.9957323f, 3.0445225f, 3.0910425f, 3.1354942f, 3.1780539f, 3.218876f};
  const size_t width = size_t(cols) + 1, plane = (size_t(rows) + 1) * width;
  std::vector<int> sums(16 * plane);
  const int threads = 4;
  const auto by_all = [&](auto work) {
    std::vector<std::thread> pool;
    for (int t = 0; t < threads; ++t) pool.emplace_back(work, t);
    for (auto& thread : pool) thread.join();
  };
  by_all([&](int t) {
    for (int symbol = t * 4; symbol < t * 4 + 4; ++symbol)
      for (int r = 0; r < rows; ++r) {
        int line = 0;
        int* const at = &sums[symbol * plane + (r + 1) * width + 1];
        for (int c = 0; c < cols; ++c) {
          line += int(in[size_t(r) * cols + c]) == symbol;
          at[c] = line + at[c - long(width)];
        }
      }
  });
  by_all([&](int t) {
    for (int row = t; row < rows; row += threads)
      for (int col = 0; col < cols; ++col) {
        const size_t top = std::max(row - 2, 0) * width, bottom = std::min(row + 3, rows) * width;
        const int left = std::max(col - 2, 0), right = std::min(col + 3, cols);
        const int n = int((bottom - top) / width) * (right - left);
        double sum = 0;
        for (const int* p = sums.data(); p < sums.data() + 16 * plane; p += plane) {
          const int count = p[bottom + right] - p[top + right] - p[bottom + left] + p[top + left];
          sum += count * double(table[count]);
        }
        out[size_t(row) * cols + col] = float(std::max(0.0, table[n] - sum / n));
      }
  });
}
