// What a lane did that ends the launch. It is put into words later (checkers/explain.cpp), on the scheduler's stack: reading
// debug information takes more stack than a CUDA thread has.
#pragma once

#include <cstdint>

#include "simt/engine/core/position.hpp"

namespace simt {

struct Fault {
  enum class Kind {
    out_of_bounds,
    stray,
    misaligned,
    read_only,
    untold,  // by code that the instrumentation does not see (memory/store_guard.cpp)
    endless,
    too_deep,
    nested_launch,
    deadlock,
    missing_block,
    assertion,
    trap,
    invalid_free,
    texture,
    surface,
    reordered  // nothing wrong: the launch must be run in warp order, and this one does not count
  } kind;
  std::uint64_t address = 0;  // of a texture or a surface: its object
  unsigned bytes = 0;
  EventKind access = EventKind::load;
  std::uint64_t pc = 0;
  const char* text = nullptr;  // what an assertion asserted, what a trap or a free was called
  int at[3] = {0, 0, 0};       // where in a surface

  // Whether another order of the lanes of a warp may have kept the lane from it: not where it is known only after long.
  bool may_come_of_order() const {
    return kind != Kind::endless && kind != Kind::too_deep && kind != Kind::nested_launch && kind != Kind::deadlock &&
           kind != Kind::missing_block && kind != Kind::reordered;
  }
};

}  // namespace simt
