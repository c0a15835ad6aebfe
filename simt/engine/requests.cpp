// The warp request model: sectors of a global request, wavefronts of a shared one.
//
// Source: measured on an H200 with Nsight Compute; the rules are written out in the chapters 01 and 02.
#include <algorithm>
#include <bit>

#include "simt/engine/machine.hpp"

namespace simt {

Counters& Counters::operator+=(const Counters& other) {
  requests += other.requests;
  lanes += other.lanes;
  bytes += other.bytes;
  sectors += other.sectors;
  ideal_sectors += other.ideal_sectors;
  passed_sectors += other.passed_sectors;
  tags += other.tags;
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  return *this;
}

// Distinct aligned pieces of `piece` bytes that the lanes touch.
static int count_pieces(const std::uint64_t* address, std::uint32_t active, int bytes, std::uint64_t piece) {
  if (bytes <= 0) return 0;
  // Lanes that climb in address, which is most of them, need no sorting.
  std::uint64_t highest = 0;
  int pieces = 0;
  bool climbing = true;
  for (std::uint32_t left = active; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint64_t first = address[lane] / piece, last = (address[lane] + unsigned(bytes) - 1) / piece;
    if (last < first || (pieces && first < highest)) {
      climbing = false;
      break;
    }
    pieces += int(last - first) + 1 - (pieces && first == highest);
    highest = last;
  }
  if (climbing) return pieces;
  std::vector<std::uint64_t> touched;
  for (std::uint32_t left = active; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    // Step by step: an access at the very end of the address space wraps to 0.
    for (std::uint64_t offset = 0; offset < unsigned(bytes); offset += piece) touched.push_back((address[lane] + offset) / piece);
    touched.push_back((address[lane] + unsigned(bytes) - 1) / piece);
  }
  std::sort(touched.begin(), touched.end());
  return int(std::unique(touched.begin(), touched.end()) - touched.begin());
}

int count_sectors(const std::uint64_t* address, std::uint32_t active, int bytes) { return count_pieces(address, active, bytes, 32); }

namespace {

// Whether every two lanes that are neighbours, or every two that are next but one to each other in groups of
// four, ask for the same address, where both take part.
bool neighbours_agree(const std::uint64_t* offset, std::uint32_t active) {
  for (const int distance : {1, 2}) {
    bool agree = true;
    for (int lane = 0; lane < 32; ++lane)
      if ((active >> lane & 1) && (active >> (lane ^ distance) & 1)) agree &= offset[lane] == offset[lane ^ distance];
    if (agree) return true;
  }
  return false;
}

// The most distinct words that any one bank has to give to these lanes.
int bank_passes(const std::uint64_t* offset, std::uint32_t active, int words_each) {
  std::uint64_t words[32 * 4];
  int count = 0;
  bool climbing = true;
  for (std::uint32_t left = active; left; left &= left - 1) {
    const std::uint64_t first = offset[std::countr_zero(left)] / 4;
    climbing &= count == 0 || first > words[count - 1];
    for (int word = 0; word < words_each; ++word) words[count++] = first + unsigned(word);
  }
  if (!climbing) {
    std::sort(words, words + count);
    count = int(std::unique(words, words + count) - words);
  }
  int in_bank[32] = {};
  int most = 0;
  for (int i = 0; i < count; ++i) most = std::max(most, ++in_bank[words[i] % 32]);
  return most;
}

}  // namespace

// 8 bytes a lane are served in two halves of the warp and 16 in four quarters, unless neighbouring lanes
// load from the same address: then the whole warp, or a half of it, is served at once (seen on the H200,
// data/simt).
int count_wavefronts(const std::uint64_t* offset, std::uint32_t active, int bytes, bool store) {
  if (bytes <= 4) return bank_passes(offset, active, 1);
  const int words_each = bytes / 4;
  const int together = bytes <= 8 ? 32 : 16;
  int total = 0;
  for (int begin = 0; begin < 32; begin += together) {
    const std::uint32_t half = 0xffffffffu >> (32 - together / 2);
    const std::uint32_t first = active & half << begin, second = active & half << (begin + together / 2);
    if (!store && neighbours_agree(offset, first | second)) total += bank_passes(offset, first | second, words_each);
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
      for (std::uint32_t earlier = round; earlier && !taken; earlier &= earlier - 1) taken = address[std::countr_zero(earlier)] == address[lane];
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
      counts_.push_back({key, space, {}, {}});
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

void Worker::count(const WarpAccess& access, unsigned warp) {
  const Event event{access.key, 0};
  const int bytes = int(event.bytes());
  // Generic addresses of one instruction may point to different memories; each is a request of its own.
  std::uint32_t in_space[3] = {};
  for (std::uint32_t left = access.active; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    in_space[int(space_of_recorded(access.address[lane]))] |= 1u << lane;
  }
  for (const Space space : {Space::global, Space::shared}) {
    const std::uint32_t active = in_space[int(space)];
    if (!active) continue;
    const int lanes_active = std::popcount(active);
    SiteCount& site = sites.at(access.key, space);
    Counters& counters = site.counters;
    int wasted = 0;
    ++counters.requests;
    counters.lanes += unsigned(lanes_active);
    counters.bytes += unsigned(lanes_active * bytes);
    if (space == Space::global) {
      const int sectors = count_sectors(access.address, active, bytes);
      const int ideal = std::min(sectors, (lanes_active * bytes + 31) / 32);
      const int passed = event.kind() == EventKind::red ? count_atomic_sectors(access.address, active, bytes) : sectors;
      counters.sectors += unsigned(sectors);
      counters.ideal_sectors += unsigned(ideal);
      counters.tags += unsigned(count_pieces(access.address, active, bytes, 128));
      counters.passed_sectors += unsigned(passed);
      wasted = passed - ideal;
    } else {
      const int wavefronts = count_wavefronts(access.address, active, bytes, event.kind() != EventKind::load);
      const int ideal = std::min(wavefronts, (lanes_active * bytes + 127) / 128);
      counters.wavefronts += unsigned(wavefronts);
      counters.ideal_wavefronts += unsigned(ideal);
      wasted = wavefronts - ideal;
    }
    if (const int rank = wasted * 64 + lanes_active; rank > site.kept.rank) {
      site.kept = {rank, warp, active, block_index, {}};
      std::copy_n(access.address, warp_lanes, site.kept.address);
    }
  }
  if (block_index == launch.traced_block && warp == launch.traced_warp) trace.push_back(access);
}

}  // namespace simt
