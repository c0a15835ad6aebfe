// A table of lines, chained from the one that was used last to the one that has rested longest.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace simt::caches {

// Has room for `most` lines; who adds one to a full table takes the oldest out first.
template <typename Value>
class Recent {
 public:
  explicit Recent(unsigned most) : most_(most), lines_(1) {
    slots_.resize(std::bit_ceil(std::size_t(most) * 2 + 2));
    shift_ = 64 - unsigned(std::countr_zero(slots_.size()));
  }

  unsigned most() const { return most_; }
  bool is_full() const { return used_ == most_; }
  bool is_empty() const { return used_ == 0; }
  std::uint64_t oldest() const { return lines_[lines_[0].newer].number; }

  Value* find(std::uint64_t line) {
    const std::uint32_t index = slots_[slot_of(line)];
    return index ? &lines_[index].value : nullptr;
  }
  // The same, and the line is now the newest.
  Value* use(std::uint64_t line) {
    const std::uint32_t index = slots_[slot_of(line)];
    if (!index) return nullptr;
    if (lines_[0].older != index) unlink(index), make_newest(index);
    return &lines_[index].value;
  }
  // One that is not there yet.
  Value& add(std::uint64_t line) {
    std::uint32_t index;
    if (spare_.empty()) {
      index = std::uint32_t(lines_.size());
      lines_.emplace_back();
    } else {
      index = spare_.back();
      spare_.pop_back();
    }
    ++used_;
    slots_[slot_of(line)] = index;
    lines_[index].number = line;
    lines_[index].value = {};
    make_newest(index);
    return lines_[index].value;
  }
  void remove(std::uint64_t line) {
    std::size_t slot = slot_of(line);
    const std::uint32_t index = slots_[slot];
    if (!index) return;
    unlink(index);
    spare_.push_back(index);
    --used_;
    // Those that were put behind it because it was in their way move up.
    const std::size_t end = slots_.size() - 1;
    for (std::size_t next = (slot + 1) & end; slots_[next]; next = (next + 1) & end) {
      const std::size_t wanted = lines_[slots_[next]].number * 0x9e3779b97f4a7c15 >> shift_;
      if (((next - wanted) & end) < ((next - slot) & end)) continue;
      slots_[slot] = slots_[next];
      slot = next;
    }
    slots_[slot] = 0;
  }

 private:
  struct Line {
    std::uint64_t number = 0;
    std::uint32_t newer = 0, older = 0;
    Value value{};
  };
  std::size_t slot_of(std::uint64_t line) const {  // where it is, or would be
    std::size_t slot = line * 0x9e3779b97f4a7c15 >> shift_;
    while (slots_[slot] && lines_[slots_[slot]].number != line) slot = (slot + 1) & (slots_.size() - 1);
    return slot;
  }
  void unlink(std::uint32_t index) {
    lines_[lines_[index].newer].older = lines_[index].older;
    lines_[lines_[index].older].newer = lines_[index].newer;
  }
  void make_newest(std::uint32_t index) {
    lines_[index].newer = 0;
    lines_[index].older = lines_[0].older;
    lines_[lines_[index].older].newer = index;
    lines_[0].older = index;
  }

  unsigned most_, used_ = 0, shift_;
  std::vector<std::uint32_t> slots_;  // index into lines_; 0 is empty, and lines_[0] begins and ends the chain
  std::vector<Line> lines_;
  std::vector<std::uint32_t> spare_;
};

}  // namespace simt::caches
