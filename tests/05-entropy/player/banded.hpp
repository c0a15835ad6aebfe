// A call of v14, as a judge asks for it: the two filters that the lab is given are the player's, and note who called them.
#pragma once

#include <cstdint>

namespace filters {

// One call of a filter: on which device (−1: the host's), with what, by which of the threads that called any. nowhere: with a
// null pointer.
struct Band {
  std::int32_t device = 0, rows = 0, cols = 0, thread = 0;
  bool nowhere = false;
};
// Of a larger one it is noted that it came, and no more is done.
constexpr long long most_cells = 1ll << 28;
template <typename Archive>
void fields(Archive& archive, Band& band) {
  archive(band.device, band.rows, band.cols, band.thread, band.nowhere);
}

}  // namespace filters
