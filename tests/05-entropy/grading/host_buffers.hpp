// A grid and a result in host memory, with something on both sides that shows who reads or writes too much.
#pragma once

#include <algorithm>
#include <bit>
#include <string>
#include <vector>

#include "harness/device_buffer.hpp"
#include "harness/judge/host_buffer.hpp"
#include "tests/05-entropy/grids.hpp"

namespace filters {

using grids::Grid;

// What lies before and behind the grid in host memory: all the same symbol, or one after the other. They do not belong to
// it: who counts them gets a wrong result, and with others another one, rather than a crash.
enum class Around { fives, all };

class Surrounded {
 public:
  Surrounded(const Grid& grid, Around around) : margin_(3 * std::size_t(grid.cols) + 16), words_(made(grid, around)) {}
  const float* data() const { return words_.get() + margin_; }  // in the player
  std::vector<float> contents() const {
    const std::vector<float> words = words_.download();
    return {words.begin() + std::ptrdiff_t(margin_), words.end() - std::ptrdiff_t(margin_)};
  }

 private:
  std::vector<float> made(const Grid& grid, Around around) const {
    std::vector<float> words(grid.cells.size() + 2 * margin_, 5);
    for (std::size_t i = 0; i < words.size() && around == Around::all; ++i) words[i] = float(i * 7 % 16);
    std::copy(grid.cells.begin(), grid.cells.end(), words.begin() + std::ptrdiff_t(margin_));
    return words;
  }

  std::size_t margin_;
  harness::HostBuffer<float> words_;
};

// Host memory with a margin on both sides that nobody may write to.
class GuardedHost {
 public:
  GuardedHost(std::size_t count, harness::Poison poison) : words_(made(count, poison)) {}
  float* data() const { return words_.get() + margin; }  // in the player

  struct Found {
    std::vector<float> contents;
    std::string damage;  // in words; or empty
  };
  Found found() const {
    const std::vector<float> words = words_.download();
    return {{words.begin() + margin, words.end() - margin}, damage(words)};
  }

 private:
  static constexpr std::size_t margin = 1024;

  static std::vector<float> made(std::size_t count, harness::Poison poison) {
    std::vector<float> words(count + 2 * margin, std::bit_cast<float>(harness::guard_word));
    std::fill_n(words.begin() + margin, count, std::bit_cast<float>(harness::poison_word(poison)));
    return words;
  }

  static std::string damage(const std::vector<float>& words) {
    const std::size_t count = words.size() - 2 * margin;
    const auto touched = [&](std::size_t i) { return std::bit_cast<std::uint32_t>(words[i]) != harness::guard_word; };
    for (std::size_t i = 0; i < margin; ++i) {
      if (touched(margin + count + i)) return "the float " + std::to_string(i) + " past the end of out was written to.";
      if (touched(margin - 1 - i))
        return "the float " + std::to_string(i + 1) + " before the beginning of out was written to.";
    }
    return "";
  }

  harness::HostBuffer<float> words_;
};

}  // namespace filters
