// Whether copies in, computing and copies out of a call in bands may overlap, as CUDA's rules have it.
#pragma once

#include <string>
#include <vector>

#include "simt/record.hpp"

namespace filters {

// What keeps them apart, in words; or empty. The first band has nothing that goes out beside it, the last nothing that comes in,
// and one more at either end may be apart. Copies on the device stand for the filter (player/overlapped.cpp).
std::string apart(const std::vector<simt::StreamWork>& work, int bands);

}  // namespace filters
