// A call of v17, as a judge asks for it: the filter that the lab is given is the player's, and notes what it was called with.
#pragma once

#include <cstdint>
#include <vector>

#include "harness/player/wire_record.hpp"

namespace filters {

// Where the caller's memory is page-locked; which call of the filter fails, as a launch does, and of which the work goes wrong when
// it is done (−1: none).
struct Way17 {
  bool pinned_in = false, pinned_out = false;
  std::int32_t refused = -1, failing = -1;
};
template <typename Archive>
void fields(Archive& archive, Way17& way) {
  archive(way.pinned_in, way.pinned_out, way.refused, way.failing);
}

// The filter's calls: how many rows each was given; and what streams were given in all, where that can be known.
struct Overlapped {
  std::vector<std::int32_t> rows;
  bool is_earlier = false;     // a filter was called that another call had been given
  bool nowhere = false;        // a filter was given a null pointer
  bool on_device = true;       // all that the filter was given is the device's own memory
  bool written_later = false;  // the caller's page-locked memory, after the call
  std::vector<simt::StreamWork> work;
};
template <typename Archive>
void fields(Archive& archive, Overlapped& seen) {
  archive(seen.rows, seen.is_earlier, seen.nowhere, seen.on_device, seen.written_later, seen.work);
}

}  // namespace filters
