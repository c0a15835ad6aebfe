// Whether copies in, computing and copies out of a call in bands may overlap, as CUDA's rules have it.
#pragma once

#include <string>
#include <vector>

#include "simt/record.hpp"
#include "tests/05-entropy/grading/filter_call.hpp"
#include "tests/05-entropy/player/overlapped.hpp"

namespace filters {

// What keeps them apart, in words; or empty. The first band has nothing that goes out beside it, the last nothing that comes in,
// and one more at either end may be apart. Copies on the device stand for the filter (player/overlapped.cpp).
std::string apart(const std::vector<simt::StreamWork>& work, int bands);

extern const std::vector<Way17> ways;  // first those in which both are page-locked, and both pageable
std::string words_of(const Way17& way);

// How a call's result is another one than that of the filter on the whole grid, bit for bit, in words; or empty.
std::string difference(const Grid& grid, int band, const Call& call, const Overlapped& seen);

// A band of so many bytes that their last 32 bits are a small number: who counts them in an int gets memory for hardly anything, where
// there is none to be had. Fails the current test.
void expect_room_for_bytes_past_an_int(const char* function);

}  // namespace filters
