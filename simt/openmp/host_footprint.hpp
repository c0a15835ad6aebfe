// How much memory instrumented host code touches, and how often it reads one piece of it: what tells one method from another.
#pragma once

#include <cstddef>
#include <cstdint>

namespace simt {

extern bool host_footprint_is_counted;

// Only one thread at a time does so (turns.hpp).
void note_in_footprint(std::uint64_t address, std::size_t bytes, bool writes);

}  // namespace simt
