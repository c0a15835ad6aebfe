// What requests found, summed.
#pragma once

#include <cstdint>

namespace simt::caches {

// By instruction, in sectors.
struct Found {
  std::uint64_t l1_hits = 0;     // in L1 when asked for; of stores: there to be changed
  std::uint64_t l2_sectors = 0;  // that L2 is asked for, or given
  std::uint64_t l2_hits = 0;     // of loads: in L2 when asked for
  std::uint64_t filled = 0;      // that L2 has had from DRAM for it

  Found& operator+=(const Found& other) {
    l1_hits += other.l1_hits;
    l2_sectors += other.l2_sectors;
    l2_hits += other.l2_hits;
    filled += other.filled;
    return *this;
  }
  friend bool operator==(const Found&, const Found&) = default;
};

}  // namespace simt::caches
