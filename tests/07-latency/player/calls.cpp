// The types of the functions that this chapter's labs define, so that a player can call them.
#include "harness/player/requests.hpp"
#include "tests/07-latency/interface.hpp"

namespace {

const harness::Calls<decltype(blocks_that_fit), decltype(bytes_on_the_way), decltype(loads_a_thread),
    decltype(make_ring), decltype(chase), decltype(unrolled_copy), decltype(grid_stride),
    decltype(instructions_per_byte), decltype(rate_under_roofs), decltype(nearest_roof)>
    calls_of_latency;

}  // namespace
