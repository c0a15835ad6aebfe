// L2 and what it exchanges with DRAM.
#include "simt/caches/l2.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "simt/include/simt/h200.h"

namespace simt::caches {
namespace {

constexpr unsigned there_at = 41, dirty_at = 45, partial_at = 49;
constexpr std::uint64_t number_bits = (std::uint64_t(1) << there_at) - 1, is_used = std::uint64_t(1) << 63;

unsigned there(std::uint64_t way) { return unsigned(way >> there_at) & all_sectors; }
unsigned dirty(std::uint64_t way) { return unsigned(way >> dirty_at) & all_sectors; }
unsigned partial(std::uint64_t way) { return unsigned(way >> partial_at) & all_sectors; }
void add(std::uint64_t& way, unsigned sectors, unsigned at) { way |= std::uint64_t(sectors) << at; }
void take(std::uint64_t& way, unsigned sectors, unsigned at) { way &= ~(std::uint64_t(sectors) << at); }

// With each sector its neighbour in 64 bytes.
unsigned with_neighbours(unsigned sectors) { return sectors | (sectors & 5) << 1 | (sectors & 10) >> 1; }

}  // namespace

L2::L2(const Gpu& gpu)
    : gpu_(gpu),
      ways_(gpu.l2_ways),
      apart_((gpu.l2_ways + 7) / 8 * 8),
      set_bits_(unsigned(std::countr_zero(gpu.l2_sets))),
      sets_(std::size_t(gpu.l2_halves) * gpu.l2_sets * apart_),
      partial_(gpu.l2_partial_lines + 1),
      most_dirty_sectors_(gpu.l2_dirty_kib * 1024 / sector_bytes) {}

void L2::begin_launch() {
  found.clear();
  ++launch_;
  dram_written_sectors = 0;
}

void L2::forget() {
  for (const std::uint32_t set : used_sets_) std::fill_n(&sets_[std::size_t(set) * apart_], ways_, 0);
  used_sets_.clear();
  while (!partial_.is_empty()) partial_.remove(partial_.oldest());
  dirty_.clear();
  dirty_sectors_ = 0;
}

// Of two neighbours one is at home in each half, which of them is as good as chance.
unsigned L2::home(std::uint64_t line) const {
  return gpu_.l2_halves == 1 ? 0 : unsigned((line ^ (line >> 1) * 0x9e3779b97f4a7c15 >> 63) & 1);
}

L2::Way* L2::look(unsigned half, std::uint64_t line) {
  Way* const set = set_of(half, line);
  for (unsigned i = 0; i < ways_; ++i)
    if (((set[i] ^ line) & (number_bits | is_used)) == is_used) return &set[i];
  return nullptr;
}

L2::Way* L2::find(unsigned half, std::uint64_t line) {
  Way* const set = set_of(half, line);
  unsigned at = 0;
  while (at < ways_ && ((set[at] ^ line) & (number_bits | is_used)) != is_used) ++at;
  if (at == ways_) return nullptr;
  const Way way = set[at];
  for (; at; --at) set[at] = set[at - 1];
  *set = way;
  return set;
}

// One that is not there yet.
L2::Way& L2::take_in(unsigned half, std::uint64_t line) {
  Way* const set = set_of(half, line);
  const Way leaving = set[ways_ - 1];
  std::copy_backward(set, set + ways_ - 1, set + ways_);
  if (!set[1]) used_sets_.push_back(std::uint32_t((set - sets_.data()) / apart_));
  set[0] = line | is_used;
  if (leaving) give_up(leaving);
  return set[0];
}

void L2::give_up(Way way) {
  complete(way);
  clean(way);
}

void L2::fill(Way& way, unsigned sectors, std::uint32_t site) {
  found[site].filled += count(sectors);
  add(way, sectors, there_at);
  if (const unsigned now_whole = partial(way) & sectors) {
    take(way, now_whole, partial_at);
    if (!partial(way)) partial_.remove(way & number_bits);
  }
}

// What is there in part is filled: for the instruction that stored there, or, where that was in a launch before, for the one that
// asks.
void L2::complete(Way& way) {
  const unsigned sectors = partial(way);
  if (!sectors) return;
  const Partial& known = *partial_.find(way & number_bits);
  fill(way, sectors, known.launch == launch_ ? known.site : site_now_);
}

void L2::make_dirty(Way& way, unsigned sectors) {
  if (!dirty(way)) dirty_.push_back(way & number_bits);
  dirty_sectors_ += count(sectors & ~dirty(way));
  add(way, sectors, dirty_at);
}

void L2::clean(Way& way) {
  const auto sectors = count(dirty(way));
  dirty_sectors_ -= sectors;
  dram_written_sectors += sectors;
  take(way, all_sectors, dirty_at);
}

// A line may be in the queue twice, or no longer have anything to be written.
void L2::write_back_oldest() {
  while (dirty_sectors_ > most_dirty_sectors_ || dirty_.size() > 2 * most_dirty_sectors_) {
    const std::uint64_t line = dirty_.front();
    dirty_.pop_front();
    if (Way* way = look(home(line), line)) complete(*way), clean(*way);
  }
}

void L2::limit_partial() {
  while (partial_.is_full()) {
    const std::uint64_t line = partial_.oldest();
    Way& way = *look(home(line), line);
    complete(way);
    clean(way);
  }
}

void L2::read(unsigned half, std::uint64_t line, unsigned sectors, std::uint32_t site) {
  asks(site);
  const unsigned at = home(line);
  Way* near = find(half, line);
  const unsigned known = near ? there(*near) & sectors : 0;
  found[site].l2_sectors += count(sectors);
  found[site].l2_hits += count(known);
  const unsigned wanted = with_neighbours(sectors & ~known);
  if (!wanted) return;
  if (!near) near = &take_in(half, line);
  if (at == half) return fill(*near, wanted & ~there(*near), site);
  Way* far = find(at, line);
  if (!far) far = &take_in(at, line);
  if (const unsigned missed = sectors & ~known & ~there(*far)) fill(*far, with_neighbours(missed) & ~there(*far), site);
  add(*near, wanted & there(*far), there_at);
}

void L2::write(unsigned half, std::uint64_t line, unsigned sectors, unsigned in_part, const SectorBytes& bytes,
    std::uint32_t site) {
  asks(site);
  const unsigned at = home(line);
  found[site].l2_sectors += count(sectors);
  if (half != at) {
    Way* near = find(half, line);
    if (!near) near = &take_in(half, line);
    add(*near, sectors & ~in_part, there_at);
  } else if (Way* copy = gpu_.l2_halves > 1 ? look(1 - at, line) : nullptr) {
    take(*copy, sectors, there_at);  // out of date
  }
  Way* way = find(at, line);
  if (!way) way = &take_in(at, line);
  make_dirty(*way, sectors);
  in_part &= ~there(*way);
  const unsigned whole = sectors & ~in_part;
  add(*way, whole, there_at);
  if (partial(*way) & whole) {
    take(*way, whole, partial_at);
    if (!partial(*way)) partial_.remove(line);
  }
  if (in_part) {
    Partial* known = partial_.find(line);
    if (!known) known = &partial_.add(line);
    if (!partial(*way)) known->bytes = {};
    known->site = site, known->launch = launch_;
    unsigned now_whole = 0;
    for (unsigned s = 0; s < sectors_of_line; ++s) {
      if (!(in_part >> s & 1)) continue;
      if (!(partial(*way) >> s & 1)) known->bytes[s] = 0;
      known->bytes[s] |= bytes[s];
      now_whole |= unsigned(known->bytes[s] == ~0u) << s;
    }
    add(*way, in_part, partial_at);
    add(*way, now_whole, there_at);
    take(*way, now_whole, partial_at);
    if (!partial(*way)) partial_.remove(line);
    limit_partial();
  }
  write_back_oldest();
}

void L2::update(std::uint64_t line, unsigned sectors, std::uint32_t site) {
  asks(site);
  const unsigned at = home(line);
  Way* way = find(at, line);
  if (!way) way = &take_in(at, line);
  if (const unsigned missed = sectors & ~there(*way)) fill(*way, missed, site);
  make_dirty(*way, sectors);
  write_back_oldest();
}

}  // namespace simt::caches
