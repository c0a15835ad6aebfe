// Counting each window (v12) beside sixteen prefix sums (v13) as windows grow and symbols become fewer.
// Run: ./course bench entropy --experiment crossing
#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "harness/experiment.hpp"
#include "tests/05-entropy/sample_cells.hpp"

namespace {

// ln i for i = 0 … a window's cells, and 0 for ln 0.
std::vector<float> logarithms(int reach) {
  std::vector<float> table(std::size_t((2 * reach + 1) * (2 * reach + 1) + 1));
  for (std::size_t i = 2; i < table.size(); ++i) table[i] = float(std::log(double(i)));
  return table;
}

// v12 for windows that reach further, with as many counters as there are symbols.
template <int symbols, typename Counter>
void count_windows(float* out, const float* in, int rows, int cols, int reach) {
  const std::vector<float> logs = logarithms(reach);
  const float* const table = logs.data();
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      Counter count[symbols] = {};
      int n = 0;
      for (int r = std::max(row - reach, 0); r <= std::min(row + reach, rows - 1); ++r)
        for (int c = std::max(col - reach, 0); c <= std::min(col + reach, cols - 1); ++c) {
          ++count[int(in[r * cols + c])];
          ++n;
        }
      double sum = 0;
      for (int i = 0; i < symbols; ++i) sum += count[i] * double(table[count[i]]);
      out[row * cols + col] = float(std::max(0.0, table[n] - sum / n));
    }
}

// v13 likewise: as many prefix sums as there are symbols.
template <int symbols>
void prefix_sums(float* out, const float* in, int rows, int cols, int reach) {
  const std::vector<float> logs = logarithms(reach);
  const float* const table = logs.data();
  const std::size_t width = std::size_t(cols) + 1;
  std::vector<std::array<int, symbols>> before((std::size_t(rows) + 1) * width);
#pragma omp parallel for
  for (int row = 0; row < rows; ++row) {
    std::array<int, symbols>* const line = &before[(std::size_t(row) + 1) * width];
    for (int col = 0; col < cols; ++col) {
      line[col + 1] = line[col];
      ++line[col + 1][std::size_t(in[row * cols + col])];
    }
  }
#pragma omp parallel for
  for (int col = 1; col <= cols; ++col)
    for (int row = 2; row <= rows; ++row)
      for (int i = 0; i < symbols; ++i) before[row * width + col][i] += before[(row - 1) * width + col][i];
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      const int top = std::max(row - reach, 0), bottom = std::min(row + reach + 1, rows);
      const int left = std::max(col - reach, 0), right = std::min(col + reach + 1, cols);
      const int n = (bottom - top) * (right - left);
      const auto &a = before[top * width + left], &b = before[top * width + right];
      const auto &c = before[bottom * width + left], &d = before[bottom * width + right];
      double sum = 0;
      for (int i = 0; i < symbols; ++i) {
        const int count = d[i] - c[i] - b[i] + a[i];
        sum += count * double(table[count]);
      }
      out[row * cols + col] = float(std::max(0.0, table[n] - sum / n));
    }
}

using Filter = void(float* out, const float* in, int rows, int cols, int reach);

template <int symbols>
void time_symbols(harness::Rows& rows, int side) {
  const std::size_t cells = std::size_t(side) * std::size_t(side);
  std::vector<float> in(cells), counted(cells), summed(cells);
  experiments::fill_random(in.data(), side, side, symbols);
  for (const int window : {3, 5, 7, 9, 11, 15, 21, 31}) {
    // 127 cells at most fit into v12's counters of 8 bits.
    Filter* const count = window * window <= 127 ? count_windows<symbols, signed char> : count_windows<symbols, short>;
    const auto time = [&](Filter* filter, float* out) {
      harness::CpuStopwatch stopwatch;
      const bool long_ones = window > 15;  // seconds on one thread, and far from the crossing
      const harness::TimingRules rules{.warm_up = !long_ones,
          .min_samples = long_ones ? 1 : 3,
          .max_samples = 20,
          .max_total_ms = 150,
          .noise = 0.01};
      return harness::measure(stopwatch, [&] { filter(out, in.data(), side, side, window / 2); }, rules).median_ms;
    };
    for (const int threads : {1, omp_get_num_procs()}) {
      omp_set_num_threads(threads);
      const double windows_ms = time(count, counted.data()), sums_ms = time(prefix_sums<symbols>, summed.data());
      if (counted != summed) throw std::runtime_error("windows of " + std::to_string(window) + ": the two ways differ");
      if (window == 5) experiments::must_be_right("windows of 5", summed.data(), in.data(), side, side);
      const std::string words = threads == 1 ? "one" : "all";
      for (const auto& [way, ms] : {std::pair{"count the window", windows_ms}, std::pair{"prefix sums", sums_ms}})
        rows.add({{"way", way}, {"window", window}, {"symbols", symbols}, {"threads", words}, {"thread_count", threads},
            {"side", side}, {"median_ms", ms}, {"ns_per_cell", ms * 1e6 / double(cells)},
            {"windows_over_sums", windows_ms / sums_ms}});
    }
  }
}

}  // namespace

int main(int argc, char** argv) {
  const char* method =
      "steady_clock, median; random symbols; v12's and v13's code with the window's reach as a variable and the number "
      "of symbols as a constant; "
      "windows_over_sums above 1: prefix sums are faster";
  return harness::run_experiment(argc, argv, method, [](harness::Rows& rows) {
    const int side = harness::dry_run() ? 40 : 1024;
    time_symbols<2>(rows, side);
    time_symbols<4>(rows, side);
    time_symbols<8>(rows, side);
    time_symbols<16>(rows, side);
  });
}
