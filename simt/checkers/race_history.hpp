// What the race checker remembers: who touched which word last, and when.
//
// Time is a worker's count of the points that order something: a barrier, a warp's barrier, a fence, the beginning of a
// block. Each thread keeps the time up to which it has seen its block, its warp and everybody. An earlier access is
// ordered if its time lies before that.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace simt {

// One access, in a word. All bits zero is none.
struct Touch {
  static constexpr std::uint64_t most_time = 0xffffffff, most_sites = 0x7fff;
  std::uint64_t bits =
      0;  // time (32) | thread in the block (10) | site (15) | writes | atomic | volatile | bytes of the word (4)

  static std::uint64_t pack(
      std::uint64_t time, unsigned thread, unsigned site, bool writes, bool atomic, bool is_volatile) {
    return time << 32 | std::uint64_t(thread) << 22 | std::uint64_t(site) << 7 | unsigned(writes) << 6 |
           unsigned(atomic) << 5 | unsigned(is_volatile) << 4;
  }
  std::uint64_t time() const { return bits >> 32; }
  unsigned thread() const { return unsigned(bits >> 22 & 0x3ff); }
  unsigned site() const { return unsigned(bits >> 7 & most_sites); }
  bool wrote() const { return bits >> 6 & 1; }
  bool atomic() const { return bits >> 5 & 1; }
  bool is_volatile() const { return bits >> 4 & 1; }
  unsigned bytes() const { return unsigned(bits & 15); }
};

// Two readers, of two warps if there are: one thread's own read must not hide the others' from its write.
struct Cell {
  Touch write, read, other_read;
};

// Which block ran at a time. Blocks run one after the other, and most of them take equally long: they share an entry.
class BlockTimes {
 public:
  void begin(std::uint64_t block, std::uint64_t time) {
    if (!runs_.empty()) {
      Run& last = runs_.back();
      if (block == last.block + 1 && last.blocks == 1) last.each = time - last.time;
      if (block == last.block + last.blocks && time == last.time + last.blocks * last.each) {
        ++last.blocks;
        return;
      }
    }
    runs_.push_back({block, time, 1, 0});
  }
  std::uint64_t at(std::uint64_t time) const {
    const auto after = std::upper_bound(
        runs_.begin(), runs_.end(), time, [](std::uint64_t t, const Run& run) { return t < run.time; });
    if (after == runs_.begin()) return 0;
    const Run& run = *std::prev(after);
    return run.block + (run.each ? std::min((time - run.time) / run.each, run.blocks - 1) : 0);
  }
  void clear() { runs_.clear(); }

 private:
  struct Run {
    std::uint64_t block, time, blocks, each;
  };
  std::vector<Run> runs_;
};

}  // namespace simt
