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
  wavefronts += other.wavefronts;
  ideal_wavefronts += other.ideal_wavefronts;
  return *this;
}

int count_sectors(const std::uint64_t* address, std::uint32_t active, int bytes) {
  if (bytes <= 0) return 0;
  // Lanes that climb in address, which is most of them, need no sorting.
  std::uint64_t highest = 0;
  int sectors = 0;
  bool climbing = true;
  for (std::uint32_t left = active; left && climbing; left &= left - 1) {
    const int lane = std::countr_zero(left);
    const std::uint64_t first = address[lane] / 32, last = (address[lane] + unsigned(bytes) - 1) / 32;
    if (last < first || (sectors && first < highest)) {
      climbing = false;
      break;
    }
    sectors += int(last - first) + 1 - (sectors && first == highest);
    highest = last;
  }
  if (climbing) return sectors;
  std::vector<std::uint64_t> touched;
  for (std::uint32_t left = active; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    // Byte by byte over the sectors: an access at the very end of the address space wraps to 0.
    for (std::uint64_t offset = 0; offset < unsigned(bytes); offset += 32) touched.push_back((address[lane] + offset) / 32);
    touched.push_back((address[lane] + unsigned(bytes) - 1) / 32);
  }
  std::sort(touched.begin(), touched.end());
  return int(std::unique(touched.begin(), touched.end()) - touched.begin());
}

int count_wavefronts(const std::uint64_t* offset, std::uint32_t active, int bytes) {
  // 8 and 16 bytes a lane are served in halves and quarters of the warp, each by itself.
  const int lanes_together = bytes <= 4 ? 32 : bytes <= 8 ? 16 : 8;
  const int words_each = std::max(1, bytes / 4);
  int total = 0;
  for (int begin = 0; begin < 32; begin += lanes_together) {
    std::uint64_t words[32 * 4];
    int count = 0;
    for (int lane = begin; lane < begin + lanes_together; ++lane)
      if (active >> lane & 1)
        for (int word = 0; word < words_each; ++word) words[count++] = offset[lane] / 4 + unsigned(word);
    std::sort(words, words + count);
    const int distinct = int(std::unique(words, words + count) - words);
    int in_bank[32] = {};
    int worst = 0;
    for (int i = 0; i < distinct; ++i) worst = std::max(worst, ++in_bank[words[i] % 32]);
    total += worst;
  }
  return total;
}

Counters& SiteTable::at(std::uint64_t key, Space space) {
  const std::uint64_t mixed = (key ^ std::uint64_t(space) << 61) * 0x9e3779b97f4a7c15;
  for (std::size_t slot = mixed >> 32 & (slots_.size() - 1);; slot = (slot + 1) & (slots_.size() - 1)) {
    if (slots_[slot] == 0) {
      counts_.push_back({key, space, {}});
      slots_[slot] = std::uint32_t(counts_.size());
      if (counts_.size() * 2 > slots_.size()) grow();
      return counts_.back().counters;
    }
    SiteCount& found = counts_[slots_[slot] - 1];
    if (found.key == key && found.space == space) return found.counters;
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
    bool known = true;
    in_space[int(classify(access.address[lane], known))] |= 1u << lane;
  }
  for (const Space space : {Space::global, Space::shared}) {
    const std::uint32_t active = in_space[int(space)];
    if (!active) continue;
    const int lanes_active = std::popcount(active);
    Counters& counters = sites.at(access.key, space);
    ++counters.requests;
    counters.lanes += unsigned(lanes_active);
    counters.bytes += unsigned(lanes_active * bytes);
    if (space == Space::global) {
      counters.sectors += unsigned(count_sectors(access.address, active, bytes));
      counters.ideal_sectors += unsigned(lanes_active * bytes + 31) / 32;
    } else {
      counters.wavefronts += unsigned(count_wavefronts(access.address, active, bytes));
      counters.ideal_wavefronts += unsigned(lanes_active * bytes + 127) / 128;
    }
  }
  if (block_index == launch.traced_block && warp == launch.traced_warp) trace.push_back(access);
}

}  // namespace simt
