// Who touched which word last, and when; which bytes were ever written: what the race and the uninitialised-read
// checkers remember.
//
// Time is a worker's count of the points that order something: a barrier, a warp's barrier, a fence, the beginning of a
// block. Each thread keeps the time up to which it has seen its block, its warp and everybody. An earlier access is
// ordered if its time lies before that.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <unordered_map>
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

// Something for each word of memory that a launch touches, made page by page.
template <typename T>
class Shadow {
 public:
  T& at(std::uint64_t address) {
    const std::uint64_t page = address / page_bytes;
    Recent& recent = recent_[page % recent_.size()];
    if (recent.page != page) [[unlikely]] {
      std::unique_ptr<Page>& found = pages_[page];
      if (!found) found = std::make_unique<Page>();
      recent = {page, found.get()};
    }
    return (*recent.cells)[address / 4 % words];
  }
  void clear() {
    pages_.clear();
    recent_.fill({});
  }

 private:
  static constexpr std::uint64_t page_bytes = 16 * 1024, words = page_bytes / 4;
  using Page = std::array<T, words>;
  struct Recent {
    std::uint64_t page = ~std::uint64_t(0);
    Page* cells = nullptr;
  };
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
  std::array<Recent, 64> recent_;
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

// Which bytes of an allocation were written, a bit each.
class WrittenBytes {
 public:
  void watch(std::uint64_t bytes) { words_.assign((bytes + 63) / 64 + 1, 0); }
  void forget() { words_ = {}; }
  bool watched() const { return !words_.empty(); }

  void mark(std::uint64_t from, std::uint64_t count) {
    for (; count && from % 64; ++from, --count) words_[from / 64] |= std::uint64_t(1) << from % 64;
    std::fill_n(words_.begin() + std::ptrdiff_t(from / 64), count / 64, ~std::uint64_t(0));
    if (count % 64) words_[(from + count) / 64] |= ~std::uint64_t(0) >> (64 - count % 64);
  }
  // An access: at most 64 bytes.
  void mark_few(std::uint64_t from, unsigned count) {
    const std::uint64_t mask = ~std::uint64_t(0) >> (64 - count);
    words_[from / 64] |= mask << from % 64;
    if (from % 64 + count > 64) words_[from / 64 + 1] |= mask >> (64 - from % 64);
  }
  // The first of them that nobody has written, or `count`.
  std::uint64_t first_unwritten(std::uint64_t from, std::uint64_t count) const {
    for (std::uint64_t done = 0; done < count; done += 64)
      if (const std::uint64_t missing = ~get(from + done))
        return std::min(count, done + unsigned(std::countr_zero(missing)));
    return count;
  }
  void copy(std::uint64_t to, const WrittenBytes& other, std::uint64_t from, std::uint64_t count) {
    // Upwards where the two do not overlap or the target lies below, else downwards.
    const bool down = &other == this && to > from;
    for (std::uint64_t done = 0; done < count; done += 64) {
      const std::uint64_t left = std::min<std::uint64_t>(64, count - done), at = down ? count - done - left : done;
      put(to + at, other.get(from + at), unsigned(left));
    }
  }

 private:
  std::uint64_t get(std::uint64_t from) const {
    const std::uint64_t low = words_[from / 64] >> from % 64;
    return from % 64 && from / 64 + 1 < words_.size() ? low | words_[from / 64 + 1] << (64 - from % 64) : low;
  }
  void put(std::uint64_t to, std::uint64_t bits, unsigned count) {
    const std::uint64_t mask = ~std::uint64_t(0) >> (64 - count);
    words_[to / 64] = (words_[to / 64] & ~(mask << to % 64)) | (bits & mask) << to % 64;
    if (to % 64 + count <= 64) return;
    const unsigned shift = 64 - to % 64;
    words_[to / 64 + 1] = (words_[to / 64 + 1] & ~(mask >> shift)) | (bits & mask) >> shift;
  }
  std::vector<std::uint64_t> words_;
};

}  // namespace simt
