// Threads of the C++ library add to one counter, and nobody locks it.
// fails: Correctness.Races: std_threads_count.cpp line 30, and thread 1 has written them, std_threads_count.cpp line 30
#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

// The entropy of one cell's window, with that table of logarithms.
static float entropy_of(const float* in, int rows, int cols, int row, int col, const double* table) {
  int count[16] = {}, n = 0;
  for (int r = std::max(row - 2, 0); r <= std::min(row + 2, rows - 1); ++r)
    for (int c = std::max(col - 2, 0); c <= std::min(col + 2, cols - 1); ++c) {
      ++count[int(in[r * cols + c])];
      ++n;
    }
  double sum = 0;
  for (int i = 0; i < 16; ++i) sum += count[i] * double(table[count[i]]);
  return float(std::max(0.0, table[n] - sum / n));
}

void entropy_v10(float* out, const float* in, int rows, int cols) {
  double table[26] = {};
  for (int i = 2; i <= 25; ++i) table[i] = double(std::log(double(i)));
  std::vector<std::thread> team;
  int done = 0;
  for (int t = 0; t < 3; ++t)
    team.emplace_back([&, t] {
      for (int i = t; i < rows * cols; i += 3) {
        out[i] = entropy_of(in, rows, cols, i / cols, i % cols, table);
        ++done;
      }
    });
  for (std::thread& t : team) t.join();
  if (done < rows) out[0] += 0;
}
