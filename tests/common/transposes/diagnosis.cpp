// Finds out what a wrong transpose did, from its result alone.
//
// The input's values tell which element of which call they are (harness/tagged.hpp), so the result can be
// read as a map: this place holds that element. A mistake is a rule in such a map, and the rules that
// students' kernels follow are few. Each is tried; the one that explains the wrong elements is named.
#include "tests/common/transposes/diagnosis.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <functional>
#include <optional>

#include "harness/device_buffer.hpp"
#include "harness/tagged.hpp"

namespace transposes {

std::string name(const char* matrix, Place place) {
  return std::string(matrix) + "[" + std::to_string(place.row) + "][" + std::to_string(place.col) + "]";
}

std::vector<std::uint32_t> expected_result(const Result& result) {
  std::vector<std::uint32_t> expected(result.out.size());
  for (int row = 0; row < result.rows; ++row)
    for (int col = 0; col < result.cols; ++col)
      expected[std::size_t(col) * result.rows + row] =
          harness::tagged_bits({result.call, std::uint32_t(row) * result.cols + col});
  return expected;
}

namespace {

constexpr std::uint32_t largest_input = 1u << 22;  // elements; no grader hands in more

bool is_element(const Result& result, std::uint32_t value) {
  const auto tag = harness::tag_of(value);
  return tag && tag->call == result.call && tag->index < result.out.size();
}

class Diagnosis {
 public:
  explicit Diagnosis(const Result& result) : result_(result), expected_(expected_result(result)) {
    for (std::size_t i = 0; i < result.out.size(); ++i) {
      if (result.out[i] == expected_[i]) continue;
      wrong_.push_back(i);
      if (result.out[i] == result.poison) unwritten_.push_back(i);
      if (result.out[i] == harness::guard_word) ++from_outside_;
    }
  }

  // What is wrong, as a sentence; empty when every bit is right.
  std::string sentence() const {
    if (wrong_.empty()) return "";
    for (const auto& explain : {&Diagnosis::nothing_written, &Diagnosis::earlier_call, &Diagnosis::copied,
             &Diagnosis::swapped, &Diagnosis::mirrored, &Diagnosis::half_transposed, &Diagnosis::moved,
             &Diagnosis::shifted, &Diagnosis::tail_missing, &Diagnosis::converted, &Diagnosis::mixed_in_tiles})
      if (const std::string words = (this->*explain)(); !words.empty()) return words;
    return first_wrong();
  }

 private:
  int rows() const { return result_.rows; }
  int cols() const { return result_.cols; }
  Place out_place(std::size_t i) const { return {int(i / rows()), int(i % rows())}; }
  Place in_place(std::size_t i) const { return {int(i / cols()), int(i % cols())}; }

  // Which element of in lies at a place of out; nothing if no element of this call's input does.
  std::optional<Place> holds(std::size_t i) const {
    if (!is_element(result_, result_.out[i])) return std::nullopt;
    return in_place(harness::tag_of(result_.out[i])->index);
  }

  // "out[3][0] should hold in[0][3] but holds in[3][0]"
  std::string evidence(std::size_t i) const {
    const Place at = out_place(i);
    std::string words = name("out", at) + " should hold " + name("in", {at.col, at.row}) + " but ";
    if (result_.out[i] == result_.poison) return words + "still holds what was there before the call";
    if (const auto place = holds(i)) return words + "holds " + name("in", *place);
    if (result_.out[i] == harness::guard_word) return words + "holds what was read from outside of in";
    char value[48];
    std::snprintf(value, sizeof value, "holds %g (bits 0x%08x)", std::bit_cast<float>(result_.out[i]), result_.out[i]);
    return words + value + ", which is no element of in";
  }

  // Whether a rule explains what was written: at least nine in ten of the wrong, written elements obey it.
  // Gives the first that does. (The rest may have been overwritten by another thread that obeyed it too; what was
  // read from outside of in tells nothing.)
  std::optional<std::size_t> obeys(const std::function<bool(std::size_t, Place)>& rule) const {
    const std::size_t written = wrong_.size() - unwritten_.size() - from_outside_;
    std::size_t obeying = 0;
    std::optional<std::size_t> first;
    for (const std::size_t i : wrong_) {
      const auto place = holds(i);
      if (!place || !rule(i, *place)) continue;
      if (!first) first = i;
      ++obeying;
    }
    return written > 0 && obeying * 10 >= written * 9 ? first : std::nullopt;
  }

  std::string nothing_written() const {
    if (unwritten_.size() != result_.out.size()) return "";
    if (result_.no_kernel)
      return "no kernel was launched, so out still holds what was in it before the call. "
             "A kernel runs only when it is called with <<<grid, block>>>.";
    const std::string words = "not one element of out was written";
    if (!result_.stored) return words + ". Does the bounds check send every thread away?";
    if (*result_.stored == 0)
      return words + ": no thread of any kernel has stored anything. Does the bounds check send all away?";
    return words + ": kernels stored " + std::to_string(*result_.stored) + " bytes, all of them elsewhere.";
  }

  // Elements of an earlier call's input. Any bits may look like one by chance, so most of the wrong ones must.
  std::string earlier_call() const {
    std::optional<std::size_t> first;
    std::size_t stale = 0;
    for (const std::size_t i : wrong_) {
      const auto tag = harness::tag_of(result_.out[i]);
      if (!tag || tag->call >= result_.call || tag->index >= largest_input) continue;
      if (!first) first = i;
      ++stale;
    }
    if (2 * stale <= wrong_.size() - unwritten_.size()) return "";
    const Place at = out_place(*first);
    return name("out", at) + " holds an element of an earlier call's in, and should hold this call's " +
           name("in", {at.col, at.row}) +
           ". Something is kept from one call to the next, or read where this call has written nothing.";
  }

  std::string copied() const {
    if (rows() == 1 || cols() == 1) return "";
    const auto first = obeys([&](std::size_t i, Place from) { return i == std::size_t(from.row) * cols() + from.col; });
    if (!first) return "";
    return "out is a copy of in, not its transpose: " + evidence(*first) +
           ". Element (row, col) of in belongs at row col, column row of out, which is out[col * rows + row].";
  }

  // The mistakes that a square matrix forgives.
  std::string swapped() const {
    if (rows() == cols()) return "";
    const std::size_t r = rows(), c = cols();
    const auto at = [](std::size_t row, std::size_t stride, std::size_t col) { return row * stride + col; };
    const std::string verdict = "rows and columns are swapped for non-square input: ";
    if (const auto first = obeys([&](std::size_t i, Place from) { return i == at(from.col, c, from.row); }))
      return verdict + evidence(*first) +
             ". A row of out is `rows` long, so element (row, col) belongs at out[col * rows + row]; "
             "yours went to out[col * cols + row].";
    if (const auto first =
            obeys([&](std::size_t i, Place from) { return at(i % r, r, i / r) == at(from.row, c, from.col); }))
      return verdict + evidence(*first) +
             ". A row of in is `cols` long, so element (row, col) is in[row * cols + col]; "
             "yours was read from in[row * rows + col].";
    if (const auto first = obeys([&](std::size_t i, Place from) {
          const std::size_t source = at(from.row, c, from.col);
          return i == at(source % r, c, source / r);
        }))
      return verdict + evidence(*first) +
             ". It looks as if in were taken to be cols × rows; it is rows × cols, and element (row, col) is "
             "in[row * cols + col].";
    return "";
  }

  std::string mirrored() const {
    const auto rule = [&](bool flip_rows, bool flip_cols) {
      return obeys([=, this](std::size_t i, Place from) {
        const Place at = out_place(i);
        return from.row == (flip_rows ? rows() - 1 - at.col : at.col) &&
               from.col == (flip_cols ? cols() - 1 - at.row : at.row);
      });
    };
    if (const auto first = rule(true, false)) return "out is rotated, not transposed: " + evidence(*first) + ".";
    if (const auto first = rule(false, true)) return "out is rotated, not transposed: " + evidence(*first) + ".";
    if (const auto first = rule(true, true)) return "out is mirrored at the wrong diagonal: " + evidence(*first) + ".";
    return "";
  }

  // Tiles that are moved but not turned, or turned but not moved.
  std::string half_transposed() const {
    for (const int tile : {2, 4, 8, 16, 32}) {
      const auto rule = [&](bool moved) {
        return obeys([=, this](std::size_t i, Place from) {
          const Place at = out_place(i);
          const Place tile_of = moved ? Place{at.col, at.row} : at, inside = moved ? at : Place{at.col, at.row};
          return from.row / tile == tile_of.row / tile && from.col / tile == tile_of.col / tile &&
                 from.row % tile == inside.row % tile && from.col % tile == inside.col % tile;
        });
      };
      const std::string tiles = "tiles of " + std::to_string(tile) + "×" + std::to_string(tile) + " elements ";
      if (const auto first = rule(true))
        return tiles + "are in their places, but not transposed inside: " + evidence(*first) + ".";
      if (const auto first = rule(false))
        return tiles + "are transposed inside, but not in their places: " + evidence(*first) + ".";
    }
    return "";
  }

  // Tiles that have their own elements, each in another place than its own.
  std::string mixed_in_tiles() const {
    constexpr int tile = 32;
    if (rows() <= tile && cols() <= tile) return "";
    const auto first = obeys([&](std::size_t i, Place from) {
      const Place at = out_place(i);
      return from.row / tile == at.col / tile && from.col / tile == at.row / tile;
    });
    if (!first) return "";
    return "each tile of 32×32 has its own elements, but not where they belong in it: " + evidence(*first) +
           ". Is the tile read in the order in which it was filled?";
  }

  // Off by one, or by any other fixed number of rows or columns.
  std::string moved() const {
    for (const std::size_t i : wrong_) {
      const auto place = holds(i);
      if (!place) continue;
      const Place at = out_place(i);
      const int down = place->row - at.col, right = place->col - at.row;
      if (std::abs(down) > 4 || std::abs(right) > 4) return "";
      const auto first = obeys([&](std::size_t j, Place from) {
        return from.row - out_place(j).col == down && from.col - out_place(j).row == right;
      });
      if (!first) return "";
      const auto amount = [](int n, const char* what) {
        return n == 0 ? "" : std::to_string(std::abs(n)) + " " + what + (std::abs(n) == 1 ? "" : "s");
      };
      const std::string row_part = amount(down, "row"), col_part = amount(right, "column");
      const std::string who =
          2 * wrong_.size() < result_.out.size()
              ? std::to_string(wrong_.size()) + " of " + std::to_string(result_.out.size()) + " elements"
              : "the elements";
      return who + " are off by " + row_part + (row_part.empty() || col_part.empty() ? "" : " and ") + col_part + ": " +
             evidence(*first) + ".";
    }
    return "";
  }

  // In order, but a few places too far along out as it lies in memory; what leaves at one end may come back at the
  // other.
  std::string shifted() const {
    const auto count = std::int64_t(result_.out.size());
    const auto places_too_far = [&](std::size_t i, Place from) {
      const std::int64_t by = std::int64_t(i) - (std::int64_t(from.col) * rows() + from.row);
      return by > count / 2 ? by - count : by < -count / 2 ? by + count : by;
    };
    for (const std::size_t i : wrong_) {
      const auto place = holds(i);
      if (!place) continue;
      const std::int64_t by = places_too_far(i, *place);
      const auto first = obeys([&](std::size_t j, Place from) { return places_too_far(j, from) == by; });
      if (!first || std::abs(by) > 64) return "";
      return "the elements of out are " + std::to_string(std::abs(by)) +
             (by > 0 ? " too far back" : " too far forward") + " in memory: " + evidence(*first) + ".";
    }
    return "";
  }

  // Whole last rows or columns of in that never arrived: the grid was rounded down, or made for another shape.
  std::string tail_missing() const {
    if (unwritten_.empty() || unwritten_.size() != wrong_.size()) return "";
    std::vector<int> per_row(rows()), per_col(cols());
    for (const std::size_t i : unwritten_) {
      const Place at = out_place(i);
      ++per_row[at.col];
      ++per_col[at.row];
    }
    int last_row = rows(), last_col = cols();
    while (last_row > 0 && per_row[last_row - 1] == cols()) --last_row;
    while (last_col > 0 && per_col[last_col - 1] == rows()) --last_col;
    const std::size_t left = std::size_t(last_row) * last_col;
    if (left == result_.out.size() || result_.out.size() - left != unwritten_.size()) return "";
    std::string what;
    if (last_row < rows()) what = "rows from " + std::to_string(last_row) + " on";
    if (last_col < cols()) what += (what.empty() ? "" : " and ") + ("columns from " + std::to_string(last_col)) + " on";
    return what + " of in never reach out (" + evidence(unwritten_.front()) + "). " +
           (is_cut_off(rows(), last_row) && is_cut_off(cols(), last_col)
                   ? "Round the number of blocks up, (n + block - 1) / block, in x and in y, and let the bounds check "
                     "pass every row < rows and col < cols."
                   : "Are there blocks for all, and does each begin where the one before ends, at blockIdx times what "
                     "a block covers?");
  }
  // Whether whole blocks, of any power of two, end there, and a part of one is missing; or nothing is.
  static bool is_cut_off(int count, int last) {
    for (int block = 1; block <= 1024; block *= 2)
      if (last == count || (count % block != 0 && count / block * block == last)) return true;
    return false;
  }

  // In their places, but not bit for bit: they have been another type on the way.
  std::string converted() const {
    const auto all = [&](const std::function<bool(std::uint32_t, float)>& became) {
      return std::all_of(wrong_.begin(), wrong_.end(),
          [&](std::size_t i) { return became(result_.out[i], std::bit_cast<float>(expected_[i])); });
    };
    if (all([](std::uint32_t found, float value) {
          return value != value && found == (std::bit_cast<std::uint32_t>(value) | 0x400000u);
        }))
      return "one bit of every NaN was changed, as happens when a float becomes a double or is computed with: " +
             evidence(wrong_.front()) + ". Let the tile, and whatever else holds an element, be float.";
    const auto nothing = [&](std::size_t i) { return result_.out[i] << 1 == 0; };  // a zero tells nothing
    if (std::all_of(wrong_.begin(), wrong_.end(), nothing)) return "";
    if (all([](std::uint32_t found, float value) {
          if (std::abs(value) < 2147483648.f) return found == std::bit_cast<std::uint32_t>(float(int(value)));
          return found == 0x4f000000u || found == 0xcf000000u || found == 0;  // what fits into no int
        }))
      return "the elements have been integers on the way: " + evidence(wrong_.front()) +
             ". Let the tile, and whatever else holds an element, be float.";
    return "";
  }

  std::string first_wrong() const {
    std::string words = (result_.no_kernel ? "no kernel was launched: " : "") + evidence(wrong_.front()) + "; " +
                        std::to_string(wrong_.size()) + " of " + std::to_string(result_.out.size()) +
                        " elements are wrong";
    if (unwritten_.size() == wrong_.size()) words += ", none of them written at all";
    else if (!unwritten_.empty()) words += ", " + std::to_string(unwritten_.size()) + " of them not written at all";
    return words + ".";
  }

  const Result& result_;
  std::vector<std::uint32_t> expected_;
  std::vector<std::size_t> wrong_, unwritten_;  // places in out
  std::size_t from_outside_ = 0;                // how many hold a guard zone's word
};

}  // namespace

std::string diagnosis(const Result& result) { return Diagnosis(result).sentence(); }

std::string holds_no_value(const Result& result) {
  const auto found = std::find(result.out.begin(), result.out.end(), harness::no_value_word);
  if (found == result.out.end()) return "";
  const int i = int(found - result.out.begin());
  return name("out", {i / result.rows, i % result.rows}) +
         " holds what a thread's own array holds where nothing was written: an array without __shared__ (every thread "
         "then has one of its own), or one that is read before it is filled.";
}

std::string differs_by_itself(const Result& first, const Result& second) {
  for (std::size_t i = 0; i < first.out.size(); ++i) {
    const bool race = is_element(first, first.out[i]) && is_element(second, second.out[i]);
    if (first.out[i] == second.out[i] || race) continue;
    const Place at{int(i / first.rows), int(i % first.rows)};
    return name("out", at) +
           " differs from call to call, with the same in and out: something is read that this call has not written "
           "before.";
  }
  return "";
}

std::string depends_on_before(const Result& first, const Result& second) {
  for (std::size_t i = 0; i < first.out.size(); ++i) {
    const bool unwritten = first.out[i] == first.poison && second.out[i] == second.poison;
    const bool race = is_element(first, first.out[i]) && is_element(second, second.out[i]);
    if (first.out[i] == second.out[i] || unwritten || race) continue;
    const Place at{int(i / first.rows), int(i % first.rows)};
    return name("out", at) + " depends on what out held before the call. out is only written to: " + name("out", at) +
           " must become " + name("in", {at.col, at.row}) + ", whatever was there (is there a += in the kernel?).";
  }
  return "";
}

}  // namespace transposes
