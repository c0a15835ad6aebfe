// What the player's filter of copies (player/shifted.hpp) gives for a whole grid.
#pragma once

#include <algorithm>
#include <vector>

#include "tests/05-entropy/grids.hpp"

namespace filters {

inline std::vector<float> shifted(const grids::Grid& grid) {
  std::vector<float> all(grid.cells.size());
  for (int row = 0; row < grid.rows; ++row)
    for (int col = 0; col < grid.cols; ++col) {
      const int from = col < grid.cols / 2 ? std::max(0, row - 2) : std::min(grid.rows - 1, row + 2);
      all[std::size_t(row) * std::size_t(grid.cols) + std::size_t(col)] =
          grid.cells[std::size_t(from) * std::size_t(grid.cols) + std::size_t(col)];
    }
  return all;
}

}  // namespace filters
