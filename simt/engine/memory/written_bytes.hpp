// Which bytes of an allocation were ever written: what the uninitialised-read checker asks.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt {

// A bit each.
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
