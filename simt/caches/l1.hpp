// L1: lines of four sectors, each there or not, in sets. Half of a set keeps lines that a load has asked for again, whoever comes;
// of those asked for once the one that has rested longest goes first. (A segmented LRU: Karedla, Love and Wherry, 1994.)
//
// As seen on an H200 and an H100: a load takes in the sectors that it misses, and those on their way count as there. A store goes
// through to L2 and takes its line in, too: a sector that is stored whole is there for loads behind it, one that is stored in
// part only if it has been there before. A line that is stored to is one of those asked for once. There are as many sets for any
// carve-out; what it takes away is room for lines, which all sets share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "simt/caches/aligned.hpp"
#include "simt/caches/gpu.hpp"

namespace simt::caches {

class L1 {
 public:
  L1(const Gpu& gpu, unsigned lines)
      : set_bits_(gpu.l1_set_bits),
        ways_(gpu.l1_ways),
        room_(lines > gpu.l1_lines_kept ? lines - gpu.l1_lines_kept : 0),
        lines_(std::size_t(ways_) << set_bits_),
        used_(std::size_t(1) << set_bits_),
        again_(std::size_t(1) << set_bits_) {}

  // Which of the sectors are there; afterwards all are.
  unsigned load(std::uint64_t line, unsigned sectors) {
    bool known = false;
    std::uint64_t* const at = use(line, known, true);
    if (!at) return 0;
    const unsigned found = unsigned(*at) & sectors;
    *at |= sectors;
    return found;
  }
  // Which of the sectors are in lines that are there; afterwards all are, but those of `partial` that were not.
  unsigned store(std::uint64_t line, unsigned sectors, unsigned partial) {
    bool known = false;
    std::uint64_t* const at = use(line, known, false);
    if (!at) return 0;
    *at |= sectors & ~partial;
    return known ? sectors : 0;
  }
  // It will be asked for that line soon.
  void prefetch(std::uint64_t line) const { __builtin_prefetch(&lines_[std::size_t(set_of(line)) * ways_], 1); }
  void drop(std::uint64_t line, unsigned sectors) {
    const unsigned set = set_of(line);
    std::uint64_t* const ways = &lines_[std::size_t(set) * ways_];
    for (unsigned i = 0; i < used_[set]; ++i)
      if (ways[i] >> 4 == line + 1) ways[i] &= ~std::uint64_t(sectors);
  }

  // All lines go.
  void forget() {
    for (std::uint8_t& used : used_) room_ += std::exchange(used, std::uint8_t(0));
    std::fill(again_.begin(), again_.end(), std::uint8_t(0));
  }

 private:
  // Lines in a row lie in different sets, and so do, nearly, those a power of two apart.
  unsigned set_of(std::uint64_t line) const {
    return unsigned(line ^ line >> 5 ^ line >> 8 ^ line >> 13) & ((1u << set_bits_) - 1);
  }
  // The line, now the newest of its part of the set, without sectors where it was not there; null: there is no room for any.
  std::uint64_t* use(std::uint64_t line, bool& known, bool load) {
    const unsigned set = set_of(line);
    std::uint64_t* const ways = &lines_[std::size_t(set) * ways_];
    std::uint8_t& again = again_[set];
    unsigned from = 0;
    while (from < used_[set] && ways[from] >> 4 != line + 1) ++from;
    known = from < used_[set];
    const std::uint64_t way = known ? ways[from] : (line + 1) << 4;
    if (!known && !(used_[set] < ways_ && (room_ || (!used_[set] && take_room(set))))) {
      if (!from) return nullptr;
      --from;  // the oldest goes
    } else if (!known) {
      ++used_[set], --room_;
    }
    if (from < again) --again;
    const unsigned to = known && load ? 0 : again;
    // Where half of the set is kept already, the oldest of that half becomes the newest of the others.
    if (known && load && again < ways_ / 2) ++again;
    for (; from > to; --from) ways[from] = ways[from - 1];
    for (; from < to; ++from) ways[from] = ways[from + 1];
    ways[to] = way;
    return &ways[to];
  }
  // From one of the next sets that have any lines.
  bool take_room(unsigned set) {
    for (std::size_t i = 1; i < used_.size(); ++i) {
      const std::size_t other = (set + i * 37) % used_.size();
      if (!used_[other]) continue;
      --used_[other], ++room_;
      again_[other] = std::min(again_[other], used_[other]);
      return true;
    }
    return false;
  }

  unsigned set_bits_, ways_, room_;  // for so many lines more
  // By set those that were asked for again, then the others, either from the newest to the oldest: a line's number plus one, and a
  // bit a sector.
  AlignedVector<std::uint64_t> lines_;
  std::vector<std::uint8_t> used_, again_;  // of each set: its lines; those that were asked for again
};

}  // namespace simt::caches
