// What the device's record says of asynchronous copies, for all labs of this chapter.
#pragma once

#include <cstdint>
#include <string>

#include "harness/backend.hpp"

namespace async_copies {

// Of all launches together.
simt::CopyCounts copies_of(const harness::Activity& activity);
std::uint64_t bulk_bytes(const harness::Activity& activity, simt::Op op);

// Before a sentence on how much is copied: that no thread waits for some of it; or empty.
std::string left_over(const simt::CopyCounts& copies);

// That threads load anything through registers themselves, or that a group's copies do it with more than a twentieth of
// `bytes`, as a sentence; or empty. `what`: "in".
std::string loaded_besides(const harness::Activity& activity, std::uint64_t bytes, const std::string& what);

}  // namespace async_copies
