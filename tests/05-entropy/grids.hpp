// Grids to try a version on: every kind of content, and the sizes at which a kernel stumbles.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/tagged.hpp"

namespace grids {

struct Grid {
  int rows = 0, cols = 0;
  std::vector<float> cells;
  std::string kind;

  std::string words() const { return kind + ", " + std::to_string(rows) + "×" + std::to_string(cols); }
};

template <typename Symbol>
Grid make(int rows, int cols, std::string kind, const Symbol& symbol) {
  Grid grid{rows, cols, {}, std::move(kind)};
  grid.cells.reserve(std::size_t(rows) * std::size_t(cols));
  for (int row = 0; row < rows; ++row)
    for (int col = 0; col < cols; ++col) grid.cells.push_back(float(symbol(row, col)));
  return grid;
}

// The same for the same seed everywhere, and for the same key of a run: no library's generator.
inline Grid random(int rows, int cols, std::uint32_t seed = 1) {
  return make(rows, cols, "random", [=](int row, int col) {
    return harness::keyed_scramble(
               std::uint32_t(row) * 0x9E3779B9u ^ harness::scramble(std::uint32_t(col) + seed * 0x85EBCA6Bu)) >>
           28;
  });
}

inline Grid constant(int rows, int cols, int symbol = 15) {
  return make(rows, cols, "all " + std::to_string(symbol), [=](int, int) { return symbol; });
}

inline Grid checkerboard(int rows, int cols) {
  return make(rows, cols, "a checkerboard of 0 and 15", [](int row, int col) { return (row + col) % 2 * 15; });
}

// Every window of 4×4 cells holds all sixteen symbols.
inline Grid all_sixteen(int rows, int cols) {
  return make(
      rows, cols, "all sixteen symbols in every square of 4×4", [](int row, int col) { return row % 4 * 4 + col % 4; });
}

// Hills of symbols, as a picture has them: neighbours are alike.
inline Grid smooth(int rows, int cols) {
  return make(rows, cols, "smooth", [](int row, int col) {
    return std::clamp(int(8 + 5 * std::sin(row * 0.13) + 3 * std::cos(col * 0.17 + row * 0.05)), 0, 15);
  });
}

// Every way in which 25 cells can be divided among 16 symbols (1891 of them) is the window in the middle of some tile of 5×5.
inline Grid all_divisions() {
  std::vector<std::vector<int>> divisions;
  std::vector<int> counts;
  const auto divide = [&](const auto& self, int left, int most) -> void {
    if (left == 0) return divisions.push_back(counts);
    if (counts.size() == 16) return;
    for (int count = std::min(left, most); count >= 1; --count) {
      counts.push_back(count);
      self(self, left - count, count);
      counts.pop_back();
    }
  };
  divide(divide, 25, 25);
  constexpr int across = 44;
  const int down = (int(divisions.size()) + across - 1) / across;
  return make(5 * down, 5 * across, "every division of 25 cells", [&](int row, int col) {
    const auto& division = divisions[std::size_t(row / 5 * across + col / 5) % divisions.size()];
    int place = row % 5 * 5 + col % 5, symbol = 0;
    while (place >= division[std::size_t(symbol)]) place -= division[std::size_t(symbol++)];
    return symbol;
  });
}

struct Size {
  int rows, cols;
};

// Small grids first, so that the first failure is the simplest.
inline const std::vector<Size> smaller_than_the_window = {
    {1, 1}, {1, 2}, {2, 1}, {2, 3}, {3, 2}, {4, 4}, {5, 5}, {3, 40}, {40, 3}};
inline const std::vector<Size> lines = {
    {1, 31}, {1, 32}, {1, 33}, {1, 1100}, {31, 1}, {32, 1}, {33, 1}, {1100, 1}, {2, 700}, {700, 2}};
inline const std::vector<Size> near_tiles = {{27, 28}, {28, 27}, {28, 28}, {29, 28}, {28, 29}, {31, 32}, {32, 31},
    {32, 32}, {33, 32}, {32, 33}, {55, 57}, {56, 56}, {57, 55}, {63, 65}, {64, 64}, {65, 63}, {84, 30}, {30, 84},
    {83, 85}, {112, 61}, {61, 112}};
inline const std::vector<Size> past_16_bits = {{1, 70'000}, {70'000, 1}};  // rows or columns

}  // namespace grids
