// A grid of symbols from outside: checked before any version sees it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <stdexcept>
#include <string>

// Below 2^31 by more than a block's side, so that the last block's row and column numbers are ints, too.
constexpr std::int64_t max_cells = (std::int64_t{1} << 31) - 64;

// Throws std::invalid_argument, with a sentence, unless a grid may have that size. large: for a version that counts its cells
// in 64 bits; then a side has as many as a grid has otherwise.
inline void check_size(std::int64_t rows, std::int64_t cols, bool large = false) {
  const std::string shape = std::to_string(rows) + "×" + std::to_string(cols);
  if (rows < 1 || cols < 1)
    throw std::invalid_argument("a grid has at least one row and one column, not " + shape + ".");
  if (large) {
    if (std::max(rows, cols) > max_cells)
      throw std::invalid_argument("a grid has at most " + std::to_string(max_cells) +
                                  " rows and as many columns, just below 2^31; " + shape + " are more.");
    return;
  }
  if (rows > max_cells / cols)
    throw std::invalid_argument(
        "a grid has at most " + std::to_string(max_cells) + " cells, just below 2^31; " + shape + " are more.");
}

// Throws std::invalid_argument, with a sentence, unless in holds rows × cols symbols: whole numbers 0 … 15.
// Writes nothing, so whoever calls it first has nothing to undo.
inline void check_grid(std::span<const float> in, std::int64_t rows, std::int64_t cols, bool large = false) {
  check_size(rows, cols, large);
  if (in.size() != std::size_t(rows) * std::size_t(cols))
    throw std::invalid_argument("a grid of " + std::to_string(rows) + "×" + std::to_string(cols) + " has " +
                                std::to_string(rows * cols) + " cells, not " + std::to_string(in.size()) + ".");
  for (std::size_t i = 0; i < in.size(); ++i) {
    const float symbol = in[i];
    if (symbol >= 0 && symbol <= 15 && symbol == std::trunc(symbol)) continue;  // false for a NaN
    char number[32];
    std::snprintf(number, sizeof number, "%.9g", double(symbol));
    throw std::invalid_argument("the cell in row " + std::to_string(std::int64_t(i) / cols) + ", column " +
                                std::to_string(std::int64_t(i) % cols) + " is " + number +
                                "; a symbol is a whole number from 0 to 15.");
  }
}
