// What a kernel has loaded that may still be on its way where it reads the clock.
#pragma once

#include <cstdint>
#include <optional>

namespace simt {

// The address behind the load. `clock`: where a call of simt_clock() returns to. On a GPU a load is over when something uses what
// it brings, and reading the clock needs no load. Nothing where what was loaded is used before on any way: compared, reckoned
// with, taken for an address, stored, given to a function; or where a function is called that may wait for it.
std::optional<std::uint64_t> load_on_its_way(std::uint64_t clock);

// A kernel reads it there.
void note_clock(std::uint64_t clock);

}  // namespace simt
