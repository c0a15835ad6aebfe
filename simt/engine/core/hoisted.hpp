// Loads that both arms of a branch begin with: nvcc makes one of the two, in front of the branch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simt/engine/core/flow.hpp"

namespace simt {

// Finds them in the machine code of a function (`code` is what lies at flow.begin): FlowBlock::hoisted.
//
// As nvcc's optimiser does it: instructions at the beginning of both arms are moved in front of the branch for as long as they are
// the same, and one that differs ends it. So `if (c) y[i] = 2 * x[i]; else y[i] = x[i] + 1;` loads x[i] once for the whole warp,
// and of `if (c) y[i] = u[i] * x[i]; else y[i] = x[i];` each arm loads by itself (tests/simt/calibration/everyday_arms.cu).
// Compilers give registers as they like: what a register holds is compared by how it was made.
void find_hoisted(Flow& flow, const std::uint8_t* code, std::size_t size);

}  // namespace simt
