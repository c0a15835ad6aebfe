// Sixteen planes in one vector, whose places each thread finds through the variables that its function refers to.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <thread>
#include <vector>

void entropy_v13(float* out, const float* in, int rows, int cols) {
  float table[26] = {};
  for (int i = 2; i <= 25; ++i) table[i] = float(std::log(double(i)));
  const std::size_t w = std::size_t(cols) + 1, plane = w * (std::size_t(rows) + 1);
  std::vector<int> sums(16 * plane);
  const auto parallel = [](int n, auto f) {
    std::vector<std::thread> t;
    for (int k = 0; k < n; ++k) t.emplace_back(f, k);
    for (auto& x : t) x.join();
  };
  // Rows first: each thread its band, all sixteen planes from one reading of the symbol.
  const int crew = 8;
  parallel(crew, [&](int k) {
    for (int r = int(1ll * rows * k / crew); r < int(1ll * rows * (k + 1) / crew); ++r) {
      int run[16] = {};
      for (int c = 0; c < cols; ++c) {
        ++run[int(in[std::size_t(r) * cols + c])];
        for (int s = 0; s < 16; ++s) sums[s * plane + (r + 1) * w + c + 1] = run[s];
      }
    }
  });
  parallel(crew, [&](int k) {
    for (int s = 2 * k; s < 2 * k + 2; ++s)
      for (std::size_t i = s * plane + 2 * w; i < (s + 1) * plane; ++i) sums[i] += sums[i - w];
  });
  parallel(crew, [&](int k) {
    for (int r = int(1ll * rows * k / crew); r < int(1ll * rows * (k + 1) / crew); ++r)
      for (int c = 0; c < cols; ++c) {
        const std::size_t t = std::max(r - 2, 0), b = std::min(r + 3, rows), l = std::max(c - 2, 0),
                          e = std::min(c + 3, cols);
        const int n = int((b - t) * (e - l));
        double sum = 0;
        for (int s = 0; s < 16; ++s) {
          const int* p = &sums[s * plane];
          const int k = p[b * w + e] - p[b * w + l] - p[t * w + e] + p[t * w + l];
          sum += k * double(table[k]);
        }
        out[std::size_t(r) * cols + c] = float(std::max(0.0, table[n] - sum / n));
      }
  });
}
