// L2 and what it exchanges with DRAM.
//
// As seen on an H200 (simt/README.md): L2 has two halves, each of which serves half of the multiprocessors. A line is at home in
// one of them, and only that one asks DRAM for it; a load from the other side keeps a copy there. A load that misses a sector
// brings its neighbour, too, so that 64 bytes come from DRAM. A store brings nothing. Of a sector that was stored in part L2
// knows which bytes it has; when such lines become too many, or the line has to go, the oldest are filled from DRAM. Of what
// waits to be written, too, the oldest is written when it becomes too much.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "simt/caches/aligned.hpp"
#include "simt/caches/counts.hpp"
#include "simt/caches/gpu.hpp"
#include "simt/caches/recent.hpp"
#include "simt/caches/sectors.hpp"

namespace simt::caches {

class L2 {
 public:
  explicit L2(const Gpu& gpu);

  // Sectors of a line, for the instruction `site`; `half` serves the multiprocessor that asks.
  void read(unsigned half, std::uint64_t line, unsigned sectors, std::uint32_t site);
  // All of the sectors but for those of `partial`, of which `bytes` says which bytes.
  void write(unsigned half, std::uint64_t line, unsigned sectors, unsigned partial, const SectorBytes& bytes,
      std::uint32_t site);
  // It will be asked for that line soon.
  void prefetch(unsigned half, std::uint64_t line) const {
    const Way* const set = &sets_[first_of(half, line)];
    __builtin_prefetch(set, 1);
    __builtin_prefetch(set + 8, 1);
  }
  // Reads, changes and writes.
  void update(std::uint64_t line, unsigned sectors, std::uint32_t site);

  std::vector<Found> found;  // by site
  std::uint64_t dram_written_sectors = 0;
  void begin_launch();  // the sums are zero
  void forget();        // all that is in it, which nobody then has to write

 private:
  // The number of a line (41 bits), and of its sectors which are there, which wait to be written, and which are there in part.
  using Way = std::uint64_t;
  unsigned home(std::uint64_t line) const;
  // Of a set: in sets_. Lines in a row spread over all sets evenly, so does each stretch of memory; and so do, less evenly, lines
  // far apart.
  std::size_t first_of(unsigned half, std::uint64_t line) const {
    const std::uint64_t number = gpu_.l2_halves == 1 ? line : line >> 1;
    const std::uint64_t set = (number + (number >> set_bits_) * 0x9e3779b1) & (gpu_.l2_sets - 1);
    return (half * std::size_t(gpu_.l2_sets) + set) * apart_;
  }
  Way* set_of(unsigned half, std::uint64_t line) { return &sets_[first_of(half, line)]; }
  Way* look(unsigned half, std::uint64_t line);  // null: it is not there
  Way* find(unsigned half, std::uint64_t line);  // the same, and it is now the newest
  Way& take_in(unsigned half, std::uint64_t line);
  void give_up(Way way);
  void asks(std::uint32_t site) {
    site_now_ = site;
    if (site >= found.size()) found.resize(site + 1);
  }
  void fill(Way& way, unsigned sectors, std::uint32_t site);
  void complete(Way& way);
  void make_dirty(Way& way, unsigned sectors);
  void clean(Way& way);
  void write_back_oldest();
  void limit_partial();

  struct Partial {
    SectorBytes bytes{};
    std::uint32_t site = 0, launch = 0;  // that stored there last
  };
  const Gpu& gpu_;
  unsigned ways_, apart_, set_bits_;  // so many ways and some of padding, a set's first is as many from the next one's
  AlignedVector<Way> sets_;           // each from the newest to the oldest
  std::vector<std::uint32_t> used_sets_;
  Recent<Partial> partial_;
  std::uint32_t launch_ = 0, site_now_ = 0;  // that asks
  std::deque<std::uint64_t> dirty_;          // lines, by when they had something to be written
  std::uint64_t dirty_sectors_ = 0, most_dirty_sectors_;
};

}  // namespace simt::caches
