// A number for each byte of a page.
#include "simt/engine/streams/touched_bytes.hpp"

namespace simt {

void TouchedBytes::spread() {
  bytes_ = std::make_unique<std::array<std::uint8_t, page_bytes>>();
  for (const Stretch& stretch : stretches_) std::memset(bytes_->data() + stretch.first, stretch.number, stretch.count);
  stretches_.clear();
}

void TouchedBytes::set_stretch(unsigned first, unsigned count, std::uint8_t number, bool gives_way) {
  const unsigned end = first + count;
  bool whole = false, apart = true;  // one holds all of it; none touches it
  for (const Stretch& stretch : stretches_) {
    const unsigned stretch_end = stretch.first + stretch.count;
    whole |= stretch.first <= first && end <= stretch_end && (gives_way || stretch.number == number);
    apart &= end <= stretch.first || stretch_end <= first;
  }
  if (whole) return;
  if (count == page_bytes && !gives_way) stretches_.clear(), apart = true;
  if (apart && stretches_.size() < most_stretches)
    return void(stretches_.push_back({std::uint16_t(first), std::uint16_t(count), number}));
  spread();
  set(first, count, number, gives_way);
}

void TouchedBytes::clear(unsigned first, unsigned count) {
  if (none()) return;
  if (count == page_bytes) {
    stretches_.clear();
    bytes_.reset();
    return;
  }
  if (!bytes_) {
    bool apart = true;
    for (const Stretch& stretch : stretches_)
      apart &= first + count <= stretch.first || unsigned(stretch.first + stretch.count) <= first;
    if (apart) return;
    spread();
  }
  std::memset(bytes_->data() + first, 0, count);
}

void TouchedBytes::renumber(const std::array<std::uint8_t, 256>& numbers) {
  for (Stretch& stretch : stretches_) stretch.number = numbers[stretch.number];
  std::erase_if(stretches_, [](const Stretch& stretch) { return stretch.number == 0; });
  if (!bytes_) return;
  for (std::uint8_t& number : *bytes_) number = numbers[number];
  settle();
}

void TouchedBytes::settle() {
  if (!bytes_) return;
  std::vector<Stretch> found;
  for (unsigned i = 0, next; i < page_bytes; i = next) {
    const std::uint8_t number = (*bytes_)[i];
    for (next = i + 1; next < page_bytes && (*bytes_)[next] == number;) ++next;
    if (!number) continue;
    if (found.size() == most_stretches) return;
    found.push_back({std::uint16_t(i), std::uint16_t(next - i), number});
  }
  stretches_ = std::move(found);
  bytes_.reset();
}

}  // namespace simt
