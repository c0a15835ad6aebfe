// The usual mistakes, each with what it gives for a cell.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "tests/05-entropy/grids.hpp"

namespace filters {

using grids::Grid;

// A window as somebody may have counted it.
struct Counted {
  std::array<int, 16> of{};
  int cells = 0;  // those inside the grid
};

inline std::size_t symbol(const Grid& grid, int row, int col) {
  return std::size_t(grid.cells[std::size_t(row) * std::size_t(grid.cols) + std::size_t(col)]);
}

enum class Outside { left_out, zero, nearest };

inline Counted count(
    const Grid& grid, int row, int col, int up, int down, int left, int right, Outside outside = Outside::left_out) {
  Counted counted;
  for (int r = row - up; r <= row + down; ++r)
    for (int c = col - left; c <= col + right; ++c) {
      const bool inside = r >= 0 && c >= 0 && r < grid.rows && c < grid.cols;
      counted.cells += inside;
      if (!inside && outside == Outside::left_out) continue;
      const int near_row = std::clamp(r, 0, grid.rows - 1), near_col = std::clamp(c, 0, grid.cols - 1);
      ++counted.of[inside || outside == Outside::nearest ? symbol(grid, near_row, near_col) : 0];
    }
  return counted;
}

// ln n − (1/n) Σ c ln c, with whatever is taken for ln and for n.
template <typename Log>
double formula(const Counted& counted, double n, const Log& log) {
  double sum = 0;
  for (const int c : counted.of) sum += c * log(c);
  return log(n) - sum / n;
}
inline double ln(double x) { return x > 0 ? std::log(x) : 0; }
inline double entropy(const Counted& counted, double n) { return formula(counted, n, ln); }

struct Mistake {
  std::string words;  // "the border …": a main clause
  std::function<double(const Grid&, int row, int col)> gives;
};

inline const std::vector<Mistake>& mistakes() {
  static const auto window = [](const Grid& g, int row, int col) { return count(g, row, col, 2, 2, 2, 2); };
  static const auto part = [](int up, int down, int left, int right) {
    return [=](const Grid& g, int row, int col) {
      const Counted c = count(g, row, col, up, down, left, right);
      return entropy(c, c.cells);
    };
  };
  // Of the last rows and columns some are read as the one before them.
  static const auto repeated = [](int rows, int cols) {
    return [=](const Grid& g, int row, int col) {
      Counted c;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, g.rows - 1); ++r)
        for (int k = std::max(col - 2, 0); k <= std::min(col + 2, g.cols - 1); ++k) {
          ++c.of[symbol(g, std::max(std::min(r, g.rows - 1 - rows), 0), std::max(std::min(k, g.cols - 1 - cols), 0))];
          ++c.cells;
        }
      return entropy(c, c.cells);
    };
  };
  static const auto cut = [](int rows, int cols) {
    return [=](const Grid& g, int row, int col) {
      Counted c;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, g.rows - 1 - rows); ++r)
        for (int k = std::max(col - 2, 0); k <= std::min(col + 2, g.cols - 1 - cols); ++k) {
          ++c.of[symbol(g, r, k)];
          ++c.cells;
        }
      return entropy(c, c.cells);
    };
  };
  static const std::vector<Mistake> all = {
      {"the border is divided by 25, too: n is the number of cells inside the grid",
          [](const Grid& g, int r, int c) { return entropy(window(g, r, c), 25); }},
      {"cells outside the grid are counted as symbol 0: the window is clipped at the border",
          [](const Grid& g, int r, int c) { return entropy(count(g, r, c, 2, 2, 2, 2, Outside::zero), 25); }},
      {"the border is counted twice where the window leaves the grid: clip the window, not each coordinate",
          [](const Grid& g, int r, int c) { return entropy(count(g, r, c, 2, 2, 2, 2, Outside::nearest), 25); }},
      {"the grid's last row is left out of the windows", cut(1, 0)},
      {"the grid's last column is left out of the windows", cut(0, 1)},
      {"the grid's last row and last column are left out of the windows", cut(1, 1)},
      {"the grid's last row is read as the one before it is, as where a texture has a row too few", repeated(1, 0)},
      {"the grid's last column is read as the one before it is, as where a texture has a column too few",
          repeated(0, 1)},
      {"the window is 3×3, one cell to each side, and should reach two", part(1, 1, 1, 1)},
      {"the window lacks its last row", part(2, 1, 2, 2)},
      {"the window lacks its last column", part(2, 2, 2, 1)},
      {"the window lacks its last row and its last column", part(2, 1, 2, 1)},
      {"the window lacks its first row", part(1, 2, 2, 2)},
      {"the window lacks its first column", part(2, 2, 1, 2)},
      {"the window lacks its middle, the cell itself",
          [](const Grid& g, int r, int c) {
            Counted w = window(g, r, c);
            --w.of[symbol(g, r, c)];
            return entropy(w, w.cells - 1);
          }},
      {"the window is 7×7, three cells to each side, and should reach two", part(3, 3, 3, 3)},
      {"the logarithm is of base 2, and should be the natural one",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return entropy(w, w.cells) / std::log(2.0);
          }},
      {"the logarithm is of base 10, and should be the natural one",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return entropy(w, w.cells) / std::log(10.0);
          }},
      {"the sign is the wrong one",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return -entropy(w, w.cells);
          }},
      {"the sum is not divided by n",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return ln(w.cells) - w.cells * (ln(w.cells) - entropy(w, w.cells));
          }},
      {"ln n is missing",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return entropy(w, w.cells) - ln(w.cells);
          }},
      {"the sum over the symbols adds nothing: is it there, and do the counters begin with 0",
          [](const Grid& g, int r, int c) { return ln(window(g, r, c).cells); }},
      {"the table is off by one: entry i is ln (i + 1), and should be ln i",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return formula(w, w.cells, [](double x) { return ln(x + 1); });
          }},
      {"the table is off by one: entry i is ln (i + 1), and should be ln i",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return formula(w, w.cells, [](double x) { return x == 25 ? 0 : ln(x + 1); });
          }},
      {"the table is off by one: entry i is ln (i − 1), and should be ln i",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return formula(w, w.cells, [](double x) { return ln(x - 1); });
          }},
      {"symbol 15 is left out of the sum",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return entropy(w, w.cells) + w.of[15] * ln(w.of[15]) / w.cells;
          }},
      {"symbol 0 is left out of the sum",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return entropy(w, w.cells) + w.of[0] * ln(w.of[0]) / w.cells;
          }},
      {"a counter overflows: 16 is counted as 0, as in 4 bits",
          [](const Grid& g, int r, int c) {
            Counted w = window(g, r, c);
            for (int& count : w.of) count &= 15;
            return entropy(w, w.cells);
          }},
      {"a counter stops at 15, and a window may have 25 cells of one symbol",
          [](const Grid& g, int r, int c) {
            Counted w = window(g, r, c);
            for (int& count : w.of) count = std::min(count, 15);
            return entropy(w, w.cells);
          }},
      {"a counter overflows into its neighbour: 16 takes more than 4 bits",
          [](const Grid& g, int r, int c) {
            Counted w = window(g, r, c);
            for (std::size_t i = 0; i < 16; ++i) {
              if (i < 15) w.of[i + 1] += w.of[i] / 16;
              w.of[i] %= 16;
            }
            return entropy(w, w.cells);
          }},
      {"the table ends too early: ln 25 is taken for 0",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, c);
            return formula(w, w.cells, [](double x) { return x == 25 ? 0 : ln(x); });
          }},
      {"rows and columns are exchanged",
          [](const Grid& g, int r, int c) {
            if (g.rows != g.cols) return std::nan("");
            const Counted w = window(g, c, r);
            return entropy(w, w.cells);
          }},
      {"rows and columns are exchanged: out[col * rows + row] instead of out[row * cols + col]",
          [](const Grid& g, int r, int c) {
            const int i = r * g.cols + c;
            const Counted w = window(g, i % g.rows, i / g.rows);
            return entropy(w, w.cells);
          }},
      {"rows and columns are exchanged: in[col * rows + row] instead of in[row * cols + col]",
          [](const Grid& g, int r, int c) {
            Counted w;
            for (int y = std::max(r - 2, 0); y <= std::min(r + 2, g.rows - 1); ++y)
              for (int x = std::max(c - 2, 0); x <= std::min(c + 2, g.cols - 1); ++x, ++w.cells)
                ++w.of[std::size_t(g.cells[std::size_t(x) * std::size_t(g.rows) + std::size_t(y)])];
            return entropy(w, w.cells);
          }},
      {"a texture interpolates, so that each cell is the mean of four: the filter mode is to be cudaFilterModePoint",
          [](const Grid& g, int r, int c) {
            const auto place = [](int i, int side) { return std::clamp(i, 0, side - 1); };
            Counted w;
            for (int y = std::max(r - 2, 0); y <= std::min(r + 2, g.rows - 1); ++y)
              for (int x = std::max(c - 2, 0); x <= std::min(c + 2, g.cols - 1); ++x, ++w.cells)
                ++w.of[(symbol(g, y, x) + symbol(g, y, place(x - 1, g.cols)) + symbol(g, place(y - 1, g.rows), x) +
                           symbol(g, place(y - 1, g.rows), place(x - 1, g.cols))) /
                       4];
            return entropy(w, w.cells);
          }},
      {"the result is the neighbour's, one column to the right",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, std::min(c + 1, g.cols - 1));
            return entropy(w, w.cells);
          }},
      {"the result is the neighbour's, one column to the left",
          [](const Grid& g, int r, int c) {
            const Counted w = window(g, r, std::max(c - 1, 0));
            return entropy(w, w.cells);
          }},
      {"the result is the symbol itself", [](const Grid& g, int r, int c) { return double(symbol(g, r, c)); }},
  };
  return all;
}

}  // namespace filters
