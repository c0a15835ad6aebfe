// The loops that nvcc makes of one, for lanes that go round it differently often.
//
// nvcc unrolls a loop of one block by 4, and that again by 4, and puts what is left over into loops of their own: one of 8, one of 4
// and single rounds. These come last where a whole number begins at a constant, and first in any other loop (read in nvcc's machine
// code; the counts of launches whose lanes have other rounds say the same). Where its counter may wrap, it is one of 4, then two rounds,
// then one (tests/simt/calibration/steps.cu). Lanes meet in each of these loops by itself.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/engine/core/flow.hpp"
#include "simt/engine/core/lane.hpp"

namespace simt {

// Where a lane's round stands among those loops: of `all` rounds of the lane, the one behind `done` of them.
std::uint64_t unrolled_round(std::uint32_t all, std::uint32_t done, const FlowLoop& loop);

// Whether the lanes, which come to a loop at `step`, go round it differently often, and nvcc unrolls it; then `rounds` says how often.
bool go_round_apart(Lane* const* group, unsigned count, std::size_t step, std::size_t accesses, std::size_t steps,
    const FlowLoop& loop, std::uint32_t* rounds);

}  // namespace simt
