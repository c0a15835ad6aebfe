// A grid and a result in host memory, with something on both sides that shows who reads or writes too much.
#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "harness/device_buffer.hpp"
#include "tests/05-entropy/grids.hpp"

namespace filters {

using grids::Grid;

// What lies before and behind the grid in host memory: all the same symbol, or one after the other. They do not belong to
// it: who counts them gets a wrong result, and with others another one, rather than a crash.
enum class Around { fives, all };

class Surrounded {
 public:
  Surrounded(const Grid& grid, Around around)
      : margin_(3 * std::size_t(grid.cols) + 16), words_(grid.cells.size() + 2 * margin_, 5) {
    for (std::size_t i = 0; i < words_.size() && around == Around::all; ++i) words_[i] = float(i * 7 % 16);
    std::copy(grid.cells.begin(), grid.cells.end(), words_.begin() + std::ptrdiff_t(margin_));
  }
  const float* data() const { return words_.data() + margin_; }
  std::vector<float> contents() const {
    return {words_.begin() + std::ptrdiff_t(margin_), words_.end() - std::ptrdiff_t(margin_)};
  }

 private:
  std::size_t margin_;
  std::vector<float> words_;
};

// Host memory with a margin on both sides that nobody may write to.
class GuardedHost {
 public:
  explicit GuardedHost(std::size_t count, harness::Poison poison)
      : words_(count + 2 * margin, std::bit_cast<float>(harness::guard_word)) {
    std::fill_n(words_.begin() + margin, count, std::bit_cast<float>(harness::poison_word(poison)));
  }
  float* data() { return words_.data() + margin; }
  std::vector<float> contents() const { return {words_.begin() + margin, words_.end() - margin}; }

  std::string damage() const {
    const std::size_t count = words_.size() - 2 * margin;
    const auto touched = [&](std::size_t i) { return std::bit_cast<std::uint32_t>(words_[i]) != harness::guard_word; };
    for (std::size_t i = 0; i < margin; ++i) {
      if (touched(margin + count + i)) return "the float " + std::to_string(i) + " past the end of out was written to.";
      if (touched(margin - 1 - i))
        return "the float " + std::to_string(i + 1) + " before the beginning of out was written to.";
    }
    return "";
  }

 private:
  static constexpr std::size_t margin = 1024;
  std::vector<float> words_;
};

}  // namespace filters
