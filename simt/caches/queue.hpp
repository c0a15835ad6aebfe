// The way from L1 to L2: a few lines wait, and what is asked of one of them in the meantime goes with it.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "simt/caches/l2.hpp"

namespace simt::caches {

struct Going {
  std::uint64_t line = 0;
  std::uint32_t site = 0;  // that asked first
  std::uint8_t sectors = 0, partial = 0;
  bool stores = false;
  SectorBytes bytes{};  // of those that are partial
};

class Queue {
 public:
  explicit Queue(unsigned lines) : most_(lines) {}

  // Calls `leave` with the line that has waited longest, where there is no room.
  template <typename Leave>
  void add(const Going& going, const Leave& leave) {
    for (unsigned i = 0; i < count_; ++i) {
      Going& there = at(i);
      if (there.line != going.line || there.stores != going.stores) continue;
      join(there, going);
      return;
    }
    if (count_ == most_) leave_first(leave);
    // Part by part: copied as one, it would have to be put together in memory before.
    Going& last = at(count_++);
    last.line = going.line;
    last.site = going.site;
    last.sectors = going.sectors;
    last.partial = going.partial;
    last.stores = going.stores;
    if (going.partial) last.bytes = going.bytes;
  }
  template <typename Leave>
  void empty(const Leave& leave) {
    while (count_) leave_first(leave);
  }

 private:
  Going& at(unsigned i) { return waiting_[(first_ + i) % waiting_.size()]; }
  static void join(Going& there, const Going& going) {
    for (unsigned s = 0; s < sectors_of_line; ++s) {
      const unsigned bit = 1u << s;
      if (!(going.partial & bit)) continue;
      if (!(there.sectors & bit)) there.bytes[s] = going.bytes[s];
      else if (there.partial & bit) there.bytes[s] |= going.bytes[s];
      else continue;
      there.partial = std::uint8_t(there.bytes[s] == ~0u ? there.partial & ~bit : there.partial | bit);
    }
    there.partial = std::uint8_t(there.partial & ~(going.sectors & ~going.partial));
    there.sectors |= going.sectors;
  }
  template <typename Leave>
  void leave_first(const Leave& leave) {
    leave(waiting_[first_]);
    first_ = (first_ + 1) % unsigned(waiting_.size());
    --count_;
  }

  unsigned most_, first_ = 0, count_ = 0;
  std::array<Going, 8> waiting_;
};

}  // namespace simt::caches
