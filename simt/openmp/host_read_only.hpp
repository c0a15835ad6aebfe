// Memory of the host that instrumented code may only read for a while: what a caller has given as const.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/engine/memory/address_range.hpp"

namespace simt {

extern AddressRange read_only_span;  // from the first to the last byte of it; empty where there is none

// If the bytes begin in it: a finding. For writes into the span.
void look_at_write(std::uint64_t address, std::size_t bytes, std::uint64_t pc);

}  // namespace simt
