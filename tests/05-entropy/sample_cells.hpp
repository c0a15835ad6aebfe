// For experiments: fills a large grid quickly, and looks at some thousand cells of a result, the corners among them.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

#include "harness/tagged.hpp"
#include "tests/05-entropy/oracle.hpp"

namespace experiments {

// The cells of grids::random, or the same with fewer symbols (2, 4 or 8), by all threads.
inline void fill_random(float* in, int rows, int cols, int symbols = 16) {
  const auto scale = std::uint64_t(symbols);
#pragma omp parallel for
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) {
      const std::uint32_t word =
          harness::scramble(std::uint32_t(row) * 0x9E3779B9u ^ harness::scramble(std::uint32_t(col) + 0x85EBCA6Bu));
      in[std::size_t(row) * std::size_t(cols) + std::size_t(col)] = float(word * scale >> 32);
    }
}

// Throws std::runtime_error where a cell that is looked at is not the oracle's. `what` begins the sentence.
inline void must_be_right(const std::string& what, const float* out, const float* in, int rows, int cols) {
  const auto look = [&](int row, int col) {
    const double is = out[std::size_t(row) * std::size_t(cols) + std::size_t(col)];
    const double should = oracle::entropy_of_cell(in, rows, cols, row, col);
    if (std::abs(is - should) <= 1e-5) return;  // false for a NaN
    throw std::runtime_error(what + ", " + std::to_string(rows) + "×" + std::to_string(cols) + ": out[" +
                             std::to_string(row) + "][" + std::to_string(col) + "] is " + std::to_string(is) +
                             ", should be " + std::to_string(should));
  };
  for (const int row : {0, 1, 2, rows / 2, rows - 3, rows - 2, rows - 1})
    for (int i = 0; i < 1000 && row >= 0 && row < rows; ++i) {
      const int col = int(std::int64_t(cols - 1) * i / 999);
      look(row, col);
      look(int(std::int64_t(rows - 1) * i / 999), std::min(row, cols - 1));
    }
}

}  // namespace experiments
