// A line's sectors.
#pragma once

#include <array>
#include <cstdint>

#include "simt/include/simt/h200.h"

namespace simt::caches {

constexpr unsigned sectors_of_line = line_bytes / sector_bytes;
constexpr unsigned all_sectors = (1u << sectors_of_line) - 1;
// How many these are: std::popcount is a call where the processor's own instruction may not be used.
constexpr unsigned count(unsigned sectors) { return unsigned(0x4332322132212110 >> 4 * sectors & 7); }
using SectorBytes = std::array<std::uint32_t, sectors_of_line>;  // a bit a byte, by sector

}  // namespace simt::caches
