// A number for each byte of a page: who has touched it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace simt {

// For the bytes of a page the number of who has touched them: a few stretches, or each byte's own.
class TouchedBytes {
 public:
  static constexpr unsigned page_bytes = 4096;

  bool none() const { return stretches_.empty() && !bytes_; }
  // With `gives_way` only where there is none yet.
  void set(unsigned first, unsigned count, std::uint8_t number, bool gives_way) {
    if (bytes_) {
      std::uint8_t* const at = bytes_->data() + first;
      if (gives_way)
        for (unsigned i = 0; i < count; ++i) at[i] = at[i] ? at[i] : number;
      else if (count == 4) std::memset(at, number, 4);
      else std::memset(at, number, count);
      return;
    }
    if (!stretches_.empty()) {
      Stretch& last = stretches_.back();
      if (last.number == number && last.first + last.count == first) {
        last.count = std::uint16_t(last.count + count);
        return;
      }
    }
    set_stretch(first, count, number, gives_way);
  }
  void clear(unsigned first, unsigned count);
  // `each(first, count, number)` for all that is known of these bytes.
  template <typename Each>
  void each_in(unsigned first, unsigned count, Each each) const {
    const unsigned end = first + count;
    if (!bytes_) {
      for (const Stretch& stretch : stretches_) {
        const unsigned from = std::max<unsigned>(first, stretch.first);
        const unsigned to = std::min<unsigned>(end, stretch.first + stretch.count);
        if (from < to) each(from, to - from, stretch.number);
      }
      return;
    }
    for (unsigned i = first, next; i < end; i = next) {
      const std::uint8_t number = (*bytes_)[i];
      for (next = i + 1; next < end && (*bytes_)[next] == number;) ++next;
      if (number) each(i, next - i, number);
    }
  }
  template <typename Each>
  void each(Each each) const {
    each_in(0, page_bytes, each);
  }
  // Other numbers for all; 0: forgotten.
  void renumber(const std::array<std::uint8_t, 256>& numbers);
  void settle();  // takes less room where a few stretches are enough

 private:
  struct Stretch {
    std::uint16_t first, count;
    std::uint8_t number;
  };
  static constexpr std::size_t most_stretches = 16;
  void set_stretch(unsigned first, unsigned count, std::uint8_t number, bool gives_way);
  void spread();
  std::vector<Stretch> stretches_;  // that do not overlap
  std::unique_ptr<std::array<std::uint8_t, page_bytes>> bytes_;
};

}  // namespace simt
