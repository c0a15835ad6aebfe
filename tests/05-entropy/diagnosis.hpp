// Tells from a wrong result what was done wrong: it tries the usual mistakes and sees which gives these very numbers.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "harness/device_buffer.hpp"
#include "tests/05-entropy/grids.hpp"
#include "tests/05-entropy/oracle.hpp"

namespace grading {

using grids::Grid;

constexpr double tolerance = 1e-5;

inline std::string cell_name(int row, int col) { return "out[" + std::to_string(row) + "][" + std::to_string(col) + "]"; }

inline std::string decimals(double value) {
  char text[48];
  std::snprintf(text, sizeof text, std::abs(value) < 1e6 ? "%.7f" : "%.7g", value);
  return text;
}

// A window as somebody may have counted it.
struct Counted {
  std::array<int, 16> of{};
  int cells = 0;  // those inside the grid
};

enum class Outside { left_out, zero, nearest };

inline Counted count(const Grid& grid, int row, int col, int up, int down, int left, int right, Outside outside = Outside::left_out) {
  Counted counted;
  for (int r = row - up; r <= row + down; ++r)
    for (int c = col - left; c <= col + right; ++c) {
      const bool inside = r >= 0 && c >= 0 && r < grid.rows && c < grid.cols;
      counted.cells += inside;
      if (!inside && outside == Outside::left_out) continue;
      const int near_row = std::clamp(r, 0, grid.rows - 1), near_col = std::clamp(c, 0, grid.cols - 1);
      const int symbol = inside || outside == Outside::nearest ? int(grid.cells[std::size_t(near_row) * std::size_t(grid.cols) + std::size_t(near_col)]) : 0;
      ++counted.of[std::size_t(symbol)];
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
  static const auto cut = [](int rows, int cols) {
    return [=](const Grid& g, int row, int col) {
      Counted c;
      for (int r = std::max(row - 2, 0); r <= std::min(row + 2, g.rows - 1 - rows); ++r)
        for (int k = std::max(col - 2, 0); k <= std::min(col + 2, g.cols - 1 - cols); ++k) {
          ++c.of[std::size_t(g.cells[std::size_t(r) * std::size_t(g.cols) + std::size_t(k)])];
          ++c.cells;
        }
      return entropy(c, c.cells);
    };
  };
  static const std::vector<Mistake> all = {
      {"the border is divided by 25, too: n is the number of cells inside the grid", [](const Grid& g, int r, int c) { return entropy(window(g, r, c), 25); }},
      {"cells outside the grid are counted as symbol 0: the window is clipped at the border", [](const Grid& g, int r, int c) { return entropy(count(g, r, c, 2, 2, 2, 2, Outside::zero), 25); }},
      {"the border is counted twice where the window leaves the grid: clip the window, not each coordinate", [](const Grid& g, int r, int c) { return entropy(count(g, r, c, 2, 2, 2, 2, Outside::nearest), 25); }},
      {"the grid's last row is left out of the windows", cut(1, 0)},
      {"the grid's last column is left out of the windows", cut(0, 1)},
      {"the grid's last row and last column are left out of the windows", cut(1, 1)},
      {"the window is 3×3, one cell to each side, and should reach two", part(1, 1, 1, 1)},
      {"the window lacks its last row", part(2, 1, 2, 2)},
      {"the window lacks its last column", part(2, 2, 2, 1)},
      {"the window lacks its last row and its last column", part(2, 1, 2, 1)},
      {"the window lacks its first row", part(1, 2, 2, 2)},
      {"the window lacks its first column", part(2, 2, 1, 2)},
      {"the window is 7×7, three cells to each side, and should reach two", part(3, 3, 3, 3)},
      {"the logarithm is of base 2, and should be the natural one", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return entropy(w, w.cells) / std::log(2.0); }},
      {"the logarithm is of base 10, and should be the natural one", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return entropy(w, w.cells) / std::log(10.0); }},
      {"the sign is the wrong one", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return -entropy(w, w.cells); }},
      {"the sum is not divided by n", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return ln(w.cells) - w.cells * (ln(w.cells) - entropy(w, w.cells)); }},
      {"ln n is missing", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return entropy(w, w.cells) - ln(w.cells); }},
      {"the sum over the symbols is missing", [](const Grid& g, int r, int c) { return ln(window(g, r, c).cells); }},
      {"the table is off by one: entry i is ln (i + 1), and should be ln i", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return formula(w, w.cells, [](double x) { return ln(x + 1); }); }},
      {"the table is off by one: entry i is ln (i + 1), and should be ln i", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return formula(w, w.cells, [](double x) { return x == 25 ? 0 : ln(x + 1); }); }},
      {"the table is off by one: entry i is ln (i − 1), and should be ln i", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return formula(w, w.cells, [](double x) { return ln(x - 1); }); }},
      {"symbol 15 is left out of the sum", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return entropy(w, w.cells) + w.of[15] * ln(w.of[15]) / w.cells; }},
      {"symbol 0 is left out of the sum", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return entropy(w, w.cells) + w.of[0] * ln(w.of[0]) / w.cells; }},
      {"a counter overflows: 16 is counted as 0, as in 4 bits", [](const Grid& g, int r, int c) { Counted w = window(g, r, c); for (int& count : w.of) count &= 15; return entropy(w, w.cells); }},
      {"the table ends too early: ln 25 is taken for 0", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return formula(w, w.cells, [](double x) { return x == 25 ? 0 : ln(x); }); }},
      {"rows and columns are exchanged", [](const Grid& g, int r, int c) { if (g.rows != g.cols) return std::nan(""); const Counted w = window(g, c, r); return entropy(w, w.cells); }},
      {"the result is the neighbour's, one column to the right", [](const Grid& g, int r, int c) { const Counted w = window(g, r, std::min(c + 1, g.cols - 1)); return entropy(w, w.cells); }},
      {"the result is the neighbour's, one column to the left", [](const Grid& g, int r, int c) { const Counted w = window(g, r, std::max(c - 1, 0)); return entropy(w, w.cells); }},
      {"the result is the symbol itself", [](const Grid& g, int r, int c) { return double(g.cells[std::size_t(r) * std::size_t(g.cols) + std::size_t(c)]); }},
  };
  return all;
}

// What is wrong with `out`, in a sentence or two; empty if every cell is within the tolerance.
inline std::string diagnosis(const Grid& grid, const std::vector<float>& out, harness::Poison poison) {
  const std::vector<double> expected = oracle::entropy(grid.cells, grid.rows, grid.cols);
  std::vector<std::size_t> wrong;
  std::size_t unwritten = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::abs(double(out[i]) - expected[i]) <= tolerance) continue;
    wrong.push_back(i);
    unwritten += std::bit_cast<std::uint32_t>(out[i]) == harness::poison_word(poison);
  }
  if (wrong.empty()) return "";
  const auto row = [&](std::size_t i) { return int(i / std::size_t(grid.cols)); };
  const auto col = [&](std::size_t i) { return int(i % std::size_t(grid.cols)); };
  const std::size_t first = wrong.front();
  const std::string amount = std::to_string(wrong.size()) + " of " + std::to_string(out.size()) + " cells are wrong";
  if (unwritten == wrong.size())
    return cell_name(row(first), col(first)) + " was not written" + (wrong.size() == 1 ? "" : ", nor were " + std::to_string(wrong.size() - 1) + " other cells") +
           (unwritten == out.size() ? ". Is a kernel launched, and does it store to out?" : ". Do the threads cover the whole grid, rounded up?");
  const std::string evidence = cell_name(row(first), col(first)) + " is " + decimals(out[first]) + ", should be " + decimals(expected[first]) +
                               " (n = " + std::to_string(oracle::cells_of_window(grid.rows, grid.cols, row(first), col(first))) + "); " + amount;
  if (std::isnan(out[first]))
    return evidence + ". ln 0 is minus infinity, and 0 times that is no number: a symbol that does not occur must add 0.";
  if (std::all_of(wrong.begin(), wrong.end(), [&](std::size_t i) { return out[i] == 0; })) {
    const bool whole = std::all_of(wrong.begin(), wrong.end(), [&](std::size_t i) { return oracle::cells_of_window(grid.rows, grid.cols, row(i), col(i)) == 25; });
    return evidence + ", all of them 0. max(0.0, x) gives 0 when x is negative or no number" +
           (whole && wrong.size() != out.size() ? "; all of these have n = 25: does the table reach ln 25?"
                                                : ": 0 times ln 0, where a symbol that does not occur must add 0? An ln n that is missing?");
  }
  for (const Mistake& mistake : mistakes()) {
    bool fits = true;
    for (const std::size_t i : wrong) {
      const double gives = mistake.gives(grid, row(i), col(i));
      // A wrong program may hold back what is below nothing.
      fits = std::abs(gives - out[i]) <= tolerance || (out[i] == 0 && gives < 0);
      if (!fits) break;
    }
    if (fits) return evidence + ". That is what comes out when " + mistake.words + ".";
  }
  // Where are they? At the border, or at the edges of a block's tile.
  const auto all_near = [&](int height, int width) {
    return std::all_of(wrong.begin(), wrong.end(), [&](std::size_t i) {
      const auto near = [](int place, int side) { return place % side < 2 || place % side >= side - 2; };
      return near(row(i), height) || near(col(i), width);
    });
  };
  if (grid.rows > 8 && grid.cols > 8 && all_near(grid.rows, grid.cols)) return evidence + ", all within two cells of the grid's edge, where the window is clipped.";
  for (const int side : {28, 30, 32})
    if (grid.rows > 8 && grid.cols > 8 && all_near(side, side))
      return evidence + ", all within two cells of the edges of tiles of " + std::to_string(side) + "×" + std::to_string(side) + ": does a block's halo reach two cells to each side?";
  return evidence + ".";
}

}  // namespace grading
