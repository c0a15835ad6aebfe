// The warp request model: sectors of a global request, wavefronts of a shared one.
//
// Source: measured on an H200 with Nsight Compute; the rules are written out in the chapters 01 and 02.
#include "simt/engine/core/requests.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "simt/engine/core/launch_state.hpp"
#include "simt/simt.hpp"

namespace simt {

namespace {

// Counts distinct numbers: few as a rule, but an aggregate may be any number of bytes wide.
class DistinctWords {
 public:
  void add(std::uint64_t word) {
    if (overflow_.empty()) {
      for (std::size_t slot = word * 0x9e3779b97f4a7c15 >> 57;; slot = (slot + 1) % slots_) {
        if (!(used_[slot / 64] >> slot % 64 & 1)) {
          used_[slot / 64] |= std::uint64_t(1) << slot % 64;
          words_[slot] = word;
          if (std::size_t(++count_) == slots_ * 3 / 4) keep_used();
          return;
        }
        if (words_[slot] == word) return;
      }
    }
    overflow_.push_back(word);
  }
  int count() {
    if (overflow_.empty()) return count_;
    std::sort(overflow_.begin(), overflow_.end());
    return int(std::unique(overflow_.begin(), overflow_.end()) - overflow_.begin());
  }

 private:
  void keep_used() {
    for (std::size_t slot = 0; slot < slots_; ++slot)
      if (used_[slot / 64] >> slot % 64 & 1) overflow_.push_back(words_[slot]);
  }
  static constexpr std::size_t slots_ = 128;
  std::uint64_t used_[slots_ / 64] = {};
  std::uint64_t words_[slots_];
  int count_ = 0;
  std::vector<std::uint64_t> overflow_;
};

}  // namespace

// How many pieces so many bytes fill.
static int pieces_of(int bytes, unsigned piece) { return (bytes + int(piece) - 1) / int(piece); }

// Distinct aligned pieces of `piece` bytes that the lanes touch.
static int count_pieces(const std::uint64_t* address, std::uint32_t active, int bytes, std::uint64_t piece) {
  if (bytes <= 0) return 0;
  const int shift = std::countr_zero(piece);  // it is a power of 2, and a division takes longer than all the rest
  // Lanes that climb in address, which is most of them, need no sorting.
  std::uint64_t highest = 0;
  int pieces = 0;
  bool climbing = true;
  for (std::uint32_t left = active; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint64_t first = address[lane] >> shift, last = (address[lane] + unsigned(bytes) - 1) >> shift;
    if (last < first || (pieces && first < highest)) {
      climbing = false;
      break;
    }
    pieces += int(last - first) + 1 - (pieces && first == highest);
    highest = last;
  }
  if (climbing) return pieces;
  // Step by step: an access at the very end of the address space wraps to 0.
  DistinctWords touched;
  for (std::uint32_t left = active; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    for (std::uint64_t offset = 0; offset < unsigned(bytes); offset += piece)
      touched.add((address[lane] + offset) >> shift);
    touched.add((address[lane] + unsigned(bytes) - 1) >> shift);
  }
  return touched.count();
}

int count_sectors(const std::uint64_t* address, std::uint32_t active, int bytes) {
  return count_pieces(address, active, bytes, sector_bytes);
}

namespace {

// Whether every two lanes that are neighbours, or every two that are next but one to each other in groups of
// four, ask for the same address, where both take part.
bool neighbours_agree(const std::uint64_t* offset, std::uint32_t active) {
  for (const int distance : {1, 2}) {
    bool agree = true;
    for (int lane = 0; lane < int(warp_lanes); ++lane)
      if ((active >> lane & 1) && (active >> (lane ^ distance) & 1)) agree &= offset[lane] == offset[lane ^ distance];
    if (agree) return true;
  }
  return false;
}

// The most distinct words that any one bank has to give to these lanes.
int bank_passes(const std::uint64_t* offset, std::uint32_t active, int words_each) {
  std::uint64_t words[banks][warp_lanes];  // by bank; a lane's words lie in different ones
  int in_bank[banks] = {};
  int most = 0;
  for (std::uint32_t left = active; left; left &= left - 1) {
    const std::uint64_t first = offset[std::countr_zero(left)] / word_bytes;
    for (int i = 0; i < words_each; ++i) {
      const std::uint64_t word = first + unsigned(i);
      const unsigned bank = word % banks;
      int known = 0;
      while (known < in_bank[bank] && words[bank][known] != word) ++known;
      if (known < in_bank[bank]) continue;
      words[bank][known] = word;
      most = std::max(most, ++in_bank[bank]);
    }
  }
  return most;
}

}  // namespace

// 8 bytes a lane are served in two halves of the warp and 16 in four quarters. Two of them are served together by one
// pass if one is enough and neighbouring lanes load from the same address (every load of data/02-bank-conflicts/wavefronts
// and of data/simt, counted on the H200).
int count_wavefronts(const std::uint64_t* offset, std::uint32_t active, int bytes, bool store) {
  if (bytes <= int(word_bytes)) return bank_passes(offset, active, 1);
  const int words_each = bytes / int(word_bytes);
  const int together = int(warp_lanes) / (bytes <= 8 ? 1 : 2);
  int total = 0;
  for (int begin = 0; begin < int(warp_lanes); begin += together) {
    const std::uint32_t half = 0xffffffffu >> (int(warp_lanes) - together / 2);
    const std::uint32_t first = active & half << begin, second = active & half << (begin + together / 2);
    if (!store && (first | second) && neighbours_agree(offset, first | second) &&
        bank_passes(offset, first | second, words_each) == 1)
      ++total;
    else total += bank_passes(offset, first, words_each) + bank_passes(offset, second, words_each);
  }
  return total;
}

// Lanes that update the same word go one after the other: each round takes one lane a word, and its
// sectors count anew.
static int count_atomic_sectors(const std::uint64_t* address, std::uint32_t active, int bytes) {
  int sectors = 0;
  while (active) {
    std::uint32_t round = 0;
    for (std::uint32_t left = active; left; left &= left - 1) {
      const int lane = std::countr_zero(left);
      bool taken = false;
      for (std::uint32_t earlier = round; earlier && !taken; earlier &= earlier - 1)
        taken = address[std::countr_zero(earlier)] == address[lane];
      if (!taken) round |= 1u << lane;
    }
    sectors += count_sectors(address, round, bytes);
    active &= ~round;
  }
  return sectors;
}

SiteCount& SiteTable::at(std::uint64_t key, Space space) {
  const std::uint64_t mixed = (key ^ std::uint64_t(space) << 61) * 0x9e3779b97f4a7c15;
  for (std::size_t slot = mixed >> 32 & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
    if (slots_[slot] == 0) {
      counts_.push_back({key, space, {}, {}, {}});
      slots_[slot] = std::uint32_t(counts_.size());
      if (counts_.size() * 2 > slots_.size()) grow();
      return counts_.back();
    }
    SiteCount& found = counts_[slots_[slot] - 1];
    if (found.key == key && found.space == space) return found;
  }
}

void SiteTable::grow() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    const std::uint64_t mixed = (counts_[i].key ^ std::uint64_t(counts_[i].space) << 61) * 0x9e3779b97f4a7c15;
    std::size_t slot = mixed >> 32 & (slots_.size() - 1);
    while (slots_[slot]) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = std::uint32_t(i + 1);
  }
}

constexpr std::size_t most_traced = 100'000;

void RequestCounter::keep_if_traced(const WarpAccess& access, unsigned warp) {
  if (block == launch_.traced_block && warp == launch_.traced_warp && trace_.size() < most_traced)
    trace_.push_back(access);
}

void RequestCounter::count(WarpAccess& access, unsigned warp) {
  const Event event{access.key};
  if (event.kind() >= EventKind::constant) {
    count_in(event.is_texture() ? Space::texture : Space::constant, access, access.active, warp);
    return keep_if_traced(access, warp);
  }
  std::uint64_t any = 0, all = ~std::uint64_t(0);
  for (unsigned i = 0; i < warp_lanes; ++i) {
    any |= access.address[i];
    all &= access.address[i];
  }
  constexpr std::uint64_t flags = shared_flag | cluster_flag;
  std::uint32_t shared_lanes = 0, cluster_lanes = 0;
  if (any & ~all & flags)
    for (unsigned i = 0; i < warp_lanes; ++i) {
      shared_lanes |= std::uint32_t((access.address[i] & shared_flag) != 0) << i;
      cluster_lanes |= std::uint32_t((access.address[i] & cluster_flag) != 0) << i;
    }
  for (std::uint64_t& address : access.address) address &= address_bits;
  if (!(any & flags)) count_in(Space::global, access, access.active, warp);
  else if (all & shared_flag) count_in(Space::shared, access, access.active, warp);
  else if (all & cluster_flag) count_in(Space::cluster, access, access.active, warp);
  else {
    // Generic addresses of one instruction that point to different memories: each is a request of its own.
    const std::uint32_t global_lanes = ~(shared_lanes | cluster_lanes);
    if (access.active & global_lanes) count_in(Space::global, access, access.active & global_lanes, warp);
    if (access.active & shared_lanes) count_in(Space::shared, access, access.active & shared_lanes, warp);
    if (access.active & cluster_lanes) count_in(Space::cluster, access, access.active & cluster_lanes, warp);
  }
  // What is in another block's shared memory may, for all nvcc knows, be in one's own.
  if (any & cluster_flag) fusion.end_run();
  if (copies_ && !copies_->empty()) count_copy(access, warp, !(any & flags), all & shared_flag);
  keep_if_traced(access, warp);
}

void RequestCounter::acquire(Event event) {
  if (recorder) recorder->acquire(event);
}

void RequestCounter::put_aside(const WarpAccess& access) {
  const Event event{access.key};
  LaneDistances lanes;
  lanes.lie(
      access.address, access.active, access.address[std::countr_zero(access.active)], event.kind() == EventKind::store);
  met_with = lanes.meet ? event.bytes() : 0;
}

// An asynchronous copy is a request that loads, and behind it one that stores. Its wavefronts depend on both, and of 16 bytes a
// lane its sectors, too.
void RequestCounter::count_copy(const WarpAccess& access, unsigned warp, bool in_global, bool in_shared) {
  const Event event{access.key}, from{copy_from_.key};
  if (!copies_->contains(event.pc())) return;
  if (event.kind() == EventKind::load) {
    copy_from_ = access, copy_warp_ = warp, copy_in_global_ = in_global;
  } else if (in_shared && copy_warp_ == warp && from.pc() == event.pc() && from.bytes() == event.bytes() &&
             copy_from_.active == access.active) {
    SiteCount& site = sites_.at(access.key, Space::shared);
    site.counters.wavefronts -= site.last.counters.wavefronts;
    site.counters.wavefronts +=
        unsigned(count_copy_wavefronts(copy_from_.address, access.address, access.active, int(event.bytes())));
    if (event.bytes() != 16 || !copy_in_global_) return;
    const auto [asked, passed] = count_copy_sectors(copy_from_.address, access.address, access.active);
    const int least = std::min(asked, pieces_of(std::popcount(access.active) * 16, sector_bytes));
    SiteCount& loads = sites_.at(copy_from_.key, Space::global);
    loads.counters.sectors += unsigned(asked) - loads.last.counters.sectors;
    loads.counters.passed_sectors += unsigned(passed) - loads.last.counters.passed_sectors;
    loads.counters.ideal_sectors += unsigned(least) - loads.last.counters.ideal_sectors;
  }
}

// Constant memory gives one address at a time to all lanes that ask for it, at most 8 bytes wide.
static Counters count_constant(const std::uint64_t* address, std::uint32_t active, int bytes) {
  const int pieces = pieces_of(bytes, constant_bytes);
  Counters counters;
  counters.requests = counters.ideal_wavefronts = unsigned(pieces);
  counters.wavefronts = unsigned(pieces * count_pieces(address, active, 1, 1));
  return counters;
}

// A texture is asked by four neighbouring lanes at once; by whole index by eight, if an element has 8 bytes at most. Sectors
// count anew for each such group.
static Counters count_texture(EventKind kind, const std::uint64_t* address, std::uint32_t active, int bytes) {
  const int together = kind == EventKind::fetch && bytes <= 8 ? 8 : 4;
  Counters counters;
  counters.requests = 1;
  for (int begin = 0; begin < int(warp_lanes); begin += together) {
    const std::uint32_t group = active & ((1u << together) - 1) << begin;
    if (!group) continue;
    ++counters.wavefronts;
    if (kind == EventKind::opaque_sample) continue;
    const int sectors = count_sectors(address, group, bytes);
    counters.sectors += unsigned(sectors);
    counters.ideal_sectors += unsigned(std::min(sectors, pieces_of(std::popcount(group) * bytes, sector_bytes)));
  }
  counters.passed_sectors = counters.sectors;
  counters.ideal_wavefronts = counters.wavefronts;
  return counters;
}

// What a request of these lanes comes to. `touched`: what of global memory they touch, where that is known.
static Counters count_once(Space space, Event event, const std::uint64_t* address, std::uint32_t active,
    const std::optional<caches::Recorder::Touched>& touched) {
  const int bytes = int(event.bytes());
  Counters counters = space == Space::constant  ? count_constant(address, active, bytes)
                      : space == Space::texture ? count_texture(event.kind(), address, active, bytes)
                                                : Counters{.requests = 1};
  const int lanes = std::popcount(active);
  counters.lanes = unsigned(lanes);
  counters.bytes = unsigned(lanes * bytes);
  if (space == Space::global) {
    const int sectors = touched ? int(touched->sectors) : count_sectors(address, active, bytes);
    counters.sectors = unsigned(sectors);
    counters.ideal_sectors = unsigned(std::min(sectors, pieces_of(lanes * bytes, sector_bytes)));
    counters.tags = touched ? touched->lines : unsigned(count_pieces(address, active, bytes, line_bytes));
    counters.passed_sectors =
        unsigned(event.kind() == EventKind::red ? count_atomic_sectors(address, active, bytes) : sectors);
  } else if (space == Space::cluster) {
    const int sectors = count_sectors(address, active, bytes);
    counters.sectors = unsigned(sectors);
    counters.ideal_sectors = unsigned(std::min(sectors, pieces_of(lanes * bytes, sector_bytes)));
    counters.passed_sectors =
        unsigned(event.kind() == EventKind::red ? count_atomic_sectors(address, active, bytes) : sectors);
  } else if (space == Space::shared) {
    const int wavefronts = count_wavefronts(address, active, bytes, event.kind() != EventKind::load);
    counters.wavefronts = unsigned(wavefronts);
    counters.ideal_wavefronts = unsigned(std::min(wavefronts, pieces_of(lanes * bytes, banks * word_bytes)));
  }
  return counters;
}

void RequestCounter::count_in(Space space, const WarpAccess& access, std::uint32_t active, unsigned warp) {
  SiteCount& site = sites_.at(access.key, space);
  SameAgain& last = site.last;
  // What a request costs depends on how its lanes lie to each other, and on where the first lies in a line
  // or a texture's sector; in shared memory, where banks are all alike, in its word.
  const std::uint64_t first = access.address[std::countr_zero(active)];
  const std::uint64_t phase = first % (space == Space::global                                  ? line_bytes
                                          : space == Space::texture || space == Space::cluster ? sector_bytes
                                                                                               : word_bytes);
  std::uint64_t differs = (last.lanes.active ^ active) | (last.phase ^ phase);
  for (unsigned i = 0; i < warp_lanes; ++i) differs |= (access.address[i] - first) ^ last.lanes.distance[i];
  const Event event{access.key};
  looked_again = differs || first != last.first || event.kind() == EventKind::store ? 0 : looked_again + 1;
  last.first = first;
  const bool is_watched = order.on && (space == Space::global || space == Space::shared);
  const auto number = std::uint32_t(&site - sites_.counts().data());
  std::optional<caches::Recorder::Touched> touched;
  if (recorder && space == Space::global) touched = recorder->request(number, event, access.address, active, !differs);
  if (event.kind() == EventKind::red && atomics_)
    if (const auto use = atomics_->find(event.pc()); use != atomics_->end())
      atomic_costs_[number].request(space, use->second, block, access.address, active, event.bytes(), !differs);
  if (!differs) {
    met_with = last.lanes.meet ? event.bytes() : 0;
    site.counters += last.counters;
    if (is_watched) order.request(number, first, event.bytes(), last.lanes, false);
    if (space == Space::shared) fusion.access(access.key, active, first, last.pattern);
    return;
  }
  if (is_watched) order.keep(number, last.lanes);
  last.phase = phase;
  last.lanes.lie(access.address, active, first, event.kind() == EventKind::store);
  met_with = last.lanes.meet ? event.bytes() : 0;
  if (is_watched) order.request(number, first, event.bytes(), last.lanes, true);
  if (space == Space::shared) {
    last.pattern.hash = active;
    for (unsigned i = 0; i < warp_lanes; ++i) {
      last.pattern.distance[i] = active >> i & 1 ? std::int32_t(last.lanes.distance[i]) : 0;
      last.pattern.hash = (last.pattern.hash ^ std::uint32_t(last.pattern.distance[i])) * 0x9e3779b97f4a7c15;
      last.pattern.hash ^= last.pattern.hash >> 29;
    }
    fusion.access(access.key, active, first, last.pattern);
  }
  const Counters now = last.counters = count_once(space, event, access.address, active, touched);
  site.counters += now;
  const int wasted = int(now.passed_sectors) - int(now.ideal_sectors) + int(now.wavefronts) - int(now.ideal_wavefronts);
  if (const int rank = wasted * 64 + int(now.lanes); rank > site.kept.rank) {
    site.kept = {rank, warp, active, block, {}};
    std::copy_n(access.address, warp_lanes, site.kept.address);
  }
}

void RequestCounter::count_bulk(
    Space space, std::uint64_t key, std::uint64_t address, std::uint64_t other, unsigned bytes, unsigned warp) {
  SiteCount& site = sites_.at(key, space);
  // It moves in pieces of a line of the block's own shared memory: at another address in its sector each piece has one more.
  std::uint64_t sectors = 0;
  for (unsigned done = 0; done < bytes;) {
    const unsigned piece = std::min(bytes - done, unsigned(line_bytes - (other + done) % line_bytes));
    const std::uint64_t first = address + done, last = first + piece - 1;
    sectors += last / sector_bytes - first / sector_bytes + 1;
    done += piece;
  }
  const Counters now{.requests = 1,
      .lanes = 1,
      .bytes = bytes,
      .sectors = sectors,
      .ideal_sectors = (bytes + sector_bytes - 1) / sector_bytes,
      .passed_sectors = sectors};
  site.counters += now;
  if (site.kept.rank < 0) site.kept = {.rank = 0, .warp = warp, .active = 1, .block = block, .address = {address}};
}

}  // namespace simt
