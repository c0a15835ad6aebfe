// L1: lines of four sectors, each there or not; the line that has rested longest goes first.
//
// As seen on an H200: a load takes in the sectors that it misses, and those on their way count as there; a store goes through,
// changes what is there and takes in nothing.
#pragma once

#include <cstdint>

#include "simt/caches/recent.hpp"

namespace simt::caches {

class L1 {
 public:
  explicit L1(unsigned lines) : lines_(lines) {}

  // Which of the sectors are there; afterwards all are.
  unsigned load(std::uint64_t line, unsigned sectors) {
    if (std::uint8_t* there = lines_.use(line)) {
      const unsigned found = *there & sectors;
      *there = std::uint8_t(*there | sectors);
      return found;
    }
    if (!lines_.most()) return 0;
    if (lines_.is_full()) lines_.remove(lines_.oldest());
    lines_.add(line) = std::uint8_t(sectors);
    return 0;
  }
  // Which of the sectors are there.
  unsigned look(std::uint64_t line, unsigned sectors) {
    const std::uint8_t* there = lines_.find(line);
    return there ? *there & sectors : 0;
  }
  void drop(std::uint64_t line, unsigned sectors) {
    if (std::uint8_t* there = lines_.find(line)) *there = std::uint8_t(*there & ~sectors);
  }

 private:
  Recent<std::uint8_t> lines_;
};

}  // namespace simt::caches
