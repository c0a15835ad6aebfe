// Tells from a wrong result what was done wrong: it tries the usual mistakes and sees which gives these very numbers.
#pragma once

#include <algorithm>
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

extern const bool on_device;  // whether the filter takes the device's memory or the host's; the grader defines it

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

inline std::size_t symbol(const Grid& grid, int row, int col) { return std::size_t(grid.cells[std::size_t(row) * std::size_t(grid.cols) + std::size_t(col)]); }

enum class Outside { left_out, zero, nearest };

inline Counted count(const Grid& grid, int row, int col, int up, int down, int left, int right, Outside outside = Outside::left_out) {
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
      {"the window lacks its middle, the cell itself", [](const Grid& g, int r, int c) { Counted w = window(g, r, c); --w.of[symbol(g, r, c)]; return entropy(w, w.cells - 1); }},
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
      {"a counter overflows into its neighbour: 16 takes more than 4 bits", [](const Grid& g, int r, int c) { Counted w = window(g, r, c); for (std::size_t i = 0; i < 16; ++i) { if (i < 15) w.of[i + 1] += w.of[i] / 16; w.of[i] %= 16; } return entropy(w, w.cells); }},
      {"the table ends too early: ln 25 is taken for 0", [](const Grid& g, int r, int c) { const Counted w = window(g, r, c); return formula(w, w.cells, [](double x) { return x == 25 ? 0 : ln(x); }); }},
      {"rows and columns are exchanged", [](const Grid& g, int r, int c) { if (g.rows != g.cols) return std::nan(""); const Counted w = window(g, c, r); return entropy(w, w.cells); }},
      {"rows and columns are exchanged: out[col * rows + row] instead of out[row * cols + col]", [](const Grid& g, int r, int c) { const int i = r * g.cols + c; const Counted w = window(g, i % g.rows, i / g.rows); return entropy(w, w.cells); }},
      {"rows and columns are exchanged: in[col * rows + row] instead of in[row * cols + col]", [](const Grid& g, int r, int c) {
         Counted w;
         for (int y = std::max(r - 2, 0); y <= std::min(r + 2, g.rows - 1); ++y)
           for (int x = std::max(c - 2, 0); x <= std::min(c + 2, g.cols - 1); ++x, ++w.cells) ++w.of[std::size_t(g.cells[std::size_t(x) * std::size_t(g.rows) + std::size_t(y)])];
         return entropy(w, w.cells);
       }},
      {"the result is the neighbour's, one column to the right", [](const Grid& g, int r, int c) { const Counted w = window(g, r, std::min(c + 1, g.cols - 1)); return entropy(w, w.cells); }},
      {"the result is the neighbour's, one column to the left", [](const Grid& g, int r, int c) { const Counted w = window(g, r, std::max(c - 1, 0)); return entropy(w, w.cells); }},
      {"the result is the symbol itself", [](const Grid& g, int r, int c) { return double(symbol(g, r, c)); }},
  };
  return all;
}

// Which cells are wrong, and what they all should be.
struct Wrong {
  const Grid& grid;
  const std::vector<float>& out;
  const std::vector<double>& expected;
  std::vector<std::size_t> cells;

  int row(std::size_t i) const { return int(i / std::size_t(grid.cols)); }
  int col(std::size_t i) const { return int(i % std::size_t(grid.cols)); }
  int n(std::size_t i) const { return oracle::cells_of_window(grid.rows, grid.cols, row(i), col(i)); }
  bool is_right(std::size_t i) const { return std::abs(double(out[i]) - expected[i]) <= tolerance; }
  bool is_every_clipped_window() const {
    std::size_t clipped = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) clipped += n(i) < 25;
    return cells.size() == clipped && std::all_of(cells.begin(), cells.end(), [&](std::size_t i) { return n(i) < 25; });
  }
  // What somebody stores who keeps out what is less than nothing.
  bool is(std::size_t i, double value) const { return std::abs(value - out[i]) <= tolerance || (out[i] == 0 && value < 0); }
};

// The wrong cells are all 0: what max leaves of a number that is negative or none. Ends the sentence with what may be the reason.
inline std::string reason_of_zeros(const Wrong& wrong) {
  int least_wrong = 25, most_wrong = 0, most_right = 0;
  for (const std::size_t i : wrong.cells) {
    least_wrong = std::min(least_wrong, wrong.n(i));
    most_wrong = std::max(most_wrong, wrong.n(i));
  }
  // A symbol that does not occur spoils no right cell, unless that is 0 anyway.
  bool empty_counters = true;
  for (std::size_t i = 0; i < wrong.expected.size(); ++i) {
    if (wrong.expected[i] <= tolerance) continue;
    const Counted window = count(wrong.grid, wrong.row(i), wrong.col(i), 2, 2, 2, 2);
    const bool lacks_one = std::find(window.of.begin(), window.of.end(), 0) != window.of.end();
    if (lacks_one == wrong.is_right(i)) empty_counters = false;
    if (wrong.is_right(i)) most_right = std::max(most_right, wrong.n(i));
  }
  if (most_wrong < 25 && most_right == 25) return ". Only windows that the grid's edge clips are wrong: are their cells computed, with limits that cannot wrap below 0?";
  const std::string held_back = ". max(0.0, x) gives 0 when x is negative or no number";
  if (most_right > 0 && most_right < least_wrong)
    return held_back + "; all of these have n = " + std::to_string(least_wrong) + (least_wrong < 25 ? " or more" : "") + ": does the table reach ln " + std::to_string(least_wrong) + "?";
  // Not divided, or without ln n, it is negative nearly everywhere.
  const auto explains = [&](bool divided, bool with_ln_n) {
    for (std::size_t i = 0; i < wrong.expected.size(); ++i) {
      const double ln_n = ln(wrong.n(i)), sum = ln_n - wrong.expected[i];
      if (!wrong.is(i, (with_ln_n ? ln_n : 0) - (divided ? sum : sum * wrong.n(i)))) return false;
    }
    return true;
  };
  return held_back + ":" + (empty_counters ? " 0 times ln 0, where a symbol that does not occur must add 0?" : "") + (explains(false, true) ? " A sum that is not divided by n?" : "") +
         (explains(true, false) ? " An ln n that is missing?" : "") + " Counters that do not begin at 0, or a table without its values?";
}

// "entry 12 of the table is 2.4489066, and ln 12 is 2.4849066", where that is all that is wrong; or empty.
inline std::string wrong_entry(const Wrong& wrong) {
  std::vector<Counted> windows;
  for (std::size_t i = 0; i < wrong.expected.size(); ++i) windows.push_back(count(wrong.grid, wrong.row(i), wrong.col(i), 2, 2, 2, 2));
  for (int entry = 1; entry <= 25; ++entry) {
    // A cell is off by this share of what the entry is off by.
    const auto share = [&](std::size_t i) {
      const auto& of = windows[i].of;
      return (windows[i].cells == entry) - double(entry * std::count(of.begin(), of.end(), entry)) / windows[i].cells;
    };
    double off = 0, largest = 0;
    for (const std::size_t i : wrong.cells)
      if (wrong.out[i] > 0 && std::abs(share(i)) > std::abs(largest)) off = (wrong.out[i] - wrong.expected[i]) / (largest = share(i));
    bool fits = largest != 0;
    for (std::size_t i = 0; i < windows.size() && fits; ++i) fits = wrong.is(i, wrong.expected[i] + off * share(i));
    if (fits) return "entry " + std::to_string(entry) + " of the table is " + decimals(ln(entry) + off) + ", and ln " + std::to_string(entry) + " is " + decimals(ln(entry));
  }
  return "";
}

// What is wrong with `out`, in a sentence or two; empty if every cell is within the tolerance.
inline std::string diagnosis(const Grid& grid, const std::vector<float>& out, harness::Poison poison) {
  const std::vector<double> expected = oracle::entropy(grid.cells, grid.rows, grid.cols);
  Wrong all{grid, out, expected, {}};
  std::vector<std::size_t>& wrong = all.cells;
  std::size_t unwritten = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (all.is_right(i)) continue;
    wrong.push_back(i);
    unwritten += std::bit_cast<std::uint32_t>(out[i]) == harness::poison_word(poison);
  }
  if (wrong.empty()) return "";
  const auto row = [&](std::size_t i) { return all.row(i); };
  const auto col = [&](std::size_t i) { return all.col(i); };
  const std::size_t first = wrong.front();
  const std::string amount = std::to_string(wrong.size()) + " of " + std::to_string(out.size()) + " cells are wrong";
  if (unwritten == wrong.size())
    return cell_name(row(first), col(first)) + " was not written" + (wrong.size() == 1 ? "" : ", nor were " + std::to_string(wrong.size() - 1) + " other cells") +
           (unwritten == out.size()        ? on_device ? ". Is a kernel launched, and does it store to out?" : ". Nothing was stored to out."
            : all.is_every_clipped_window() ? ". These are the cells whose window the grid's edge clips, all of them: they have an entropy, too."
                                            : ". Do the threads cover the whole grid, rounded up?");
  const std::string evidence = cell_name(row(first), col(first)) + " is " + decimals(out[first]) + ", should be " + decimals(expected[first]) +
                               " (n = " + std::to_string(all.n(first)) + "); " + amount;
  if (std::isnan(out[first]))
    return evidence + ". ln 0 is minus infinity, and 0 times that is no number: a symbol that does not occur must add 0.";
  if (std::all_of(wrong.begin(), wrong.end(), [&](std::size_t i) { return out[i] == 0; })) return evidence + (wrong.size() > 1 ? ", all of them 0" : "") + reason_of_zeros(all);
  for (const Mistake& mistake : mistakes()) {
    const bool fits = std::all_of(wrong.begin(), wrong.end(), [&](std::size_t i) { return all.is(i, mistake.gives(grid, row(i), col(i))); });
    if (fits) return evidence + ". That is what comes out when " + mistake.words + ".";
  }
  if (const std::string entry = wrong_entry(all); !entry.empty()) return evidence + ". That is what comes out when " + entry + ".";
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
