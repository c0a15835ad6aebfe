// Counters of 8 bits, which are v12's.
// fails: Prediction.Counters: have 8 bits; what narrow ones gain is another rung's
#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>
void entropy_v11(float* out, const float* in, int rows, int cols) {
  double table[26] = {};
  for (int i = 2; i < 26; ++i) table[i] = std::log(double(i));
  const auto some = [&](int first, int last) {
    for (int row = first; row < last; ++row)
      for (int col = 0; col < cols; ++col) {
        signed char count[16] = {};
        int n = 0;
        for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
          for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
            ++count[int(in[std::size_t(r) * cols + c])];
            ++n;
          }
        double sum = 0;
        for (int i = 0; i < 16; ++i) sum += count[i] * table[count[i]];
        out[std::size_t(row) * cols + col] = float(std::max(0.0, table[n] - sum / n));
      }
  };
  const int workers = std::max(1, std::min(rows, 4));
  std::vector<std::thread> all;
  for (int t = 0; t < workers; ++t)
    all.emplace_back(some, int((long long)rows * t / workers), int((long long)rows * (t + 1) / workers));
  for (auto& t : all) t.join();
}
