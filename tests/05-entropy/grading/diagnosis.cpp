// Tells from a wrong result what was done wrong: it tries the usual mistakes and sees which gives these very numbers.
#include "tests/05-entropy/grading/diagnosis.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include "harness/device_buffer.hpp"
#include "tests/05-entropy/grading/mistakes.hpp"
#include "tests/05-entropy/oracle.hpp"
#include "tests/common/words.hpp"

namespace filters {

std::string cell_name(int row, int col) { return "out[" + std::to_string(row) + "][" + std::to_string(col) + "]"; }
std::string cell_name(const Grid& grid, std::size_t i) {
  return cell_name(int(i / std::size_t(grid.cols)), int(i % std::size_t(grid.cols)));
}

std::string decimals(double value) {
  char text[48];
  std::snprintf(text, sizeof text, std::abs(value) < 1e6 ? "%.7f" : "%.7g", value);
  return text;
}

namespace {

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
  std::string evidence() const {
    const std::size_t first = cells.front();
    return cell_name(row(first), col(first)) + " is " + decimals(out[first]) + ", should be " +
           decimals(expected[first]) + " (n = " + std::to_string(n(first)) + "); " + std::to_string(cells.size()) +
           " of " + std::to_string(out.size()) + " cells are wrong";
  }
  // What somebody stores who keeps out what is less than nothing.
  bool is(std::size_t i, double value) const {
    return std::abs(value - out[i]) <= tolerance || (out[i] == 0 && value < 0);
  }
};

// The wrong cells are all 0: what max leaves of a number that is negative or none. Ends the sentence with what may be the reason.
std::string reason_of_zeros(const Wrong& wrong) {
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
  if (most_wrong < 25 && most_right == 25)
    return ": only windows that the grid's edge clips are wrong: are their cells computed, with limits that cannot "
           "wrap below 0?";
  const std::string held_back = ", which max(0.0, x) makes of what is negative or no number";
  if (most_right > 0 && most_right < least_wrong)
    return held_back + ": all of these have n = " + std::to_string(least_wrong) + (least_wrong < 25 ? " or more" : "") +
           ", so does the table reach ln " + std::to_string(least_wrong) + "?";
  // Not divided, or without ln n, it is negative nearly everywhere.
  const auto explains = [&](bool divided, bool with_ln_n) {
    for (std::size_t i = 0; i < wrong.expected.size(); ++i) {
      const double ln_n = ln(wrong.n(i)), sum = ln_n - wrong.expected[i];
      if (!wrong.is(i, (with_ln_n ? ln_n : 0) - (divided ? sum : sum * wrong.n(i)))) return false;
    }
    return true;
  };
  return held_back + ": is it " +
         (empty_counters ? "0 times ln 0, where a symbol that does not occur must add 0, or " : "") +
         (explains(false, true) ? "a sum that is not divided by n, or " : "") +
         (explains(true, false) ? "an ln n that is missing, or " : "") +
         "counters that do not begin at 0, a table without its values, or one cell read again and again?";
}

// Whether all wrong cells have windows of as many cells, and one number that is less than 0, which no sum gives: what a table was
// filled with at first.
bool is_of_empty_entries(const Wrong& wrong) {
  const std::size_t first = wrong.cells.front();
  return wrong.out[first] < 0 &&
         std::all_of(
             wrong.cells.begin(), wrong.cells.end(),
             [&](std::size_t i) { return wrong.out[i] == wrong.out[first] && wrong.n(i) == wrong.n(first); });
}

// "entry 12 of the table is 2.4489066, and ln 12 is 2.4849066", where that is all that is wrong; or empty.
std::string wrong_entry(const Wrong& wrong) {
  std::vector<Counted> windows;
  for (std::size_t i = 0; i < wrong.expected.size(); ++i)
    windows.push_back(count(wrong.grid, wrong.row(i), wrong.col(i), 2, 2, 2, 2));
  for (int entry = 1; entry <= 25; ++entry) {
    // A cell is off by this share of what the entry is off by.
    const auto share = [&](std::size_t i) {
      const auto& of = windows[i].of;
      return (windows[i].cells == entry) - double(entry * std::count(of.begin(), of.end(), entry)) / windows[i].cells;
    };
    double off = 0, largest = 0;
    for (const std::size_t i : wrong.cells)
      if (wrong.out[i] > 0 && std::abs(share(i)) > std::abs(largest))
        off = (wrong.out[i] - wrong.expected[i]) / (largest = share(i));
    bool fits = largest != 0;
    for (std::size_t i = 0; i < windows.size() && fits; ++i) fits = wrong.is(i, wrong.expected[i] + off * share(i));
    if (fits)
      return "entry " + std::to_string(entry) + " of the table is " + decimals(ln(entry) + off) + ", and ln " +
             std::to_string(entry) + " is " + decimals(ln(entry));
  }
  return "";
}

// The entropies of all ways to divide n cells among the symbols, the least first.
std::vector<double> entropies_of(int n) {
  std::vector<double> all;
  const auto divide = [&](const auto& self, int symbols, int left, int most, double sum) -> void {
    if (left == 0) return all.push_back(ln(n) - sum / n);
    if (symbols == 0) return;
    for (int c = std::min(left, most); c > 0; --c) self(self, symbols - 1, left - c, c, sum + c * ln(c));
  };
  divide(divide, 16, n, n, 0);
  std::sort(all.begin(), all.end());
  return all;
}

// Whether equal counts, in whatever order, give equal results everywhere, and the wrong ones are the entropies of other counts.
bool is_of_other_counts(const Wrong& wrong) {
  std::map<std::array<int, 16>, float> given;
  for (std::size_t i = 0; i < wrong.expected.size(); ++i) {
    std::array<int, 16> of = count(wrong.grid, wrong.row(i), wrong.col(i), 2, 2, 2, 2).of;
    std::sort(of.begin(), of.end());
    if (given.emplace(of, wrong.out[i]).first->second != wrong.out[i]) return false;
  }
  std::map<int, std::vector<double>> entropies;
  return std::all_of(wrong.cells.begin(), wrong.cells.end(), [&](std::size_t i) {
    std::vector<double>& all = entropies[wrong.n(i)];
    if (all.empty()) all = entropies_of(wrong.n(i));
    const auto next = std::lower_bound(all.begin(), all.end(), wrong.out[i] - 1e-6);
    return next != all.end() && *next <= wrong.out[i] + 1e-6;
  });
}

// Where inside the grid each cell has the entropy of the one beside it: in which direction that lies; or empty.
std::string moved_window(const Wrong& wrong) {
  struct Move {
    int down, right;
    const char* words;
  };
  for (const Move move :
      {Move{0, 1, "to its right"}, Move{0, -1, "to its left"}, Move{1, 0, "below it"}, Move{-1, 0, "above it"}}) {
    int fits = 0, inside = 0, spoilt = 0;
    for (std::size_t i = 0; i < wrong.expected.size(); ++i) {
      const int row = wrong.row(i) + move.down, col = wrong.col(i) + move.right;
      if (wrong.n(i) != 25 || row < 2 || row + 2 >= wrong.grid.rows || col < 2 || col + 2 >= wrong.grid.cols) continue;
      ++inside;
      spoilt += !wrong.is_right(i);
      fits += wrong.is(i, wrong.expected[std::size_t(row) * std::size_t(wrong.grid.cols) + std::size_t(col)]);
    }
    if (fits == inside && spoilt >= 20 && 2 * spoilt >= inside) return move.words;
  }
  return "";
}

// The symbol without which no window is wrong, where those that have much of it are; or −1.
int symbol_of_the_wrong(const Wrong& wrong) {
  for (std::size_t symbol = 0; symbol < 16; ++symbol) {
    std::size_t much = 0, much_wrong = 0, without = 0, wrong_without = 0;
    for (std::size_t i = 0; i < wrong.expected.size(); ++i) {
      const int has = count(wrong.grid, wrong.row(i), wrong.col(i), 2, 2, 2, 2).of[symbol];
      much += has >= 3;
      much_wrong += has >= 3 && !wrong.is_right(i);
      without += has == 0;
      wrong_without += has == 0 && !wrong.is_right(i);
    }
    if (wrong_without == 0 && 10 * without >= wrong.expected.size() && much >= 20 && 10 * much_wrong >= 9 * much)
      return int(symbol);
  }
  return -1;
}

}  // namespace

std::string diagnosis(
    const Grid& grid, const std::vector<float>& out, harness::Poison poison, const std::string& reason) {
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
  if (unwritten == wrong.size())
    return cell_name(row(first), col(first)) + " was not written" +
           (wrong.size() == 1 ? "" : ", nor were " + std::to_string(wrong.size() - 1) + " other cells") +
           (unwritten == out.size()
                   ? on_device ? ": is a kernel launched, and does it store to out?" : ": nothing was stored to out."
               : all.is_every_clipped_window() ? ": these are the cells whose window the grid's edge clips, all of "
                                                 "them, and they have an entropy, too."
                                               : ": do the threads cover the whole grid, rounded up?");
  const std::string evidence = all.evidence();
  if (!reason.empty()) return grading::because(evidence, reason);
  if (std::isnan(out[first]))
    return evidence +
           ": ln 0 is minus infinity, and 0 times that is no number, so a symbol that does not occur must add 0.";
  if (std::all_of(wrong.begin(), wrong.end(), [&](std::size_t i) { return out[i] == 0; }))
    return evidence + (wrong.size() > 1 ? ", all of them 0" : "") + reason_of_zeros(all);
  if (is_of_empty_entries(all))
    return evidence +
           ", all of them the same: is a place of a table looked up that nobody has filled, for windows of " +
           std::to_string(all.n(first)) + " cells?";
  for (const Mistake& mistake : mistakes()) {
    const bool fits = std::all_of(
        wrong.begin(), wrong.end(), [&](std::size_t i) { return all.is(i, mistake.gives(grid, row(i), col(i))); });
    if (fits) return evidence + ": that is what comes out when " + mistake.words + ".";
  }
  if (table == Table::of_entropies && is_of_other_counts(all))
    return evidence +
           ": each has the entropy of other counts, as have all with these counts: do two ways to divide n cells lead "
           "to the "
           "same place of a table?";
  if (const std::string entry = table == Table::of_logarithms ? wrong_entry(all) : ""; !entry.empty())
    return evidence + ": that is what comes out when " + entry + ".";
  if (const std::string where = moved_window(all); !where.empty())
    return evidence + ": inside the grid each cell has the entropy of the one " + where +
           ", so is its window moved by one?";
  if (const int symbol = symbol_of_the_wrong(all); symbol >= 0)
    return evidence + ": they are those whose window has symbol " + std::to_string(symbol) + ".";
  // Where are they? At the border, or at the edges of a block's tile.
  const auto all_near = [&](int height, int width) {
    return std::all_of(wrong.begin(), wrong.end(), [&](std::size_t i) {
      const auto near = [](int place, int side) { return place % side < 2 || place % side >= side - 2; };
      return near(row(i), height) || near(col(i), width);
    });
  };
  if (grid.rows > 8 && grid.cols > 8 && all_near(grid.rows, grid.cols))
    return evidence + ", all within two cells of the grid's edge, where the window is clipped.";
  for (const int side : {28, 30, 32})
    if (grid.rows > 8 && grid.cols > 8 && all_near(side, side))
      return evidence + ", all within two cells of the edges of tiles of " + std::to_string(side) + "×" +
             std::to_string(side) + ": does a block's halo reach two cells to each side?";
  // What a table is filled with at first, and others are of a wrong place.
  if (const auto below = std::count_if(wrong.begin(), wrong.end(), [&](std::size_t i) { return out[i] < 0; });
      below * 4 > std::ssize(wrong))
    return evidence + ", " + std::to_string(below) +
           " of them below 0, where no entropy is: is a place of a table looked up that belongs to windows of another "
           "size?";
  return evidence + ".";
}

}  // namespace filters
