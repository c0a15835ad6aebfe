// The types of the functions that this chapter's labs define, so that a player can call them. What is called with work of the
// grader's has a request of its own.
#include "harness/player/requests.hpp"
#include "tests/04-timers/interface.hpp"

namespace {

const harness::Calls<decltype(elapsed_ticks), decltype(warp_clock), decltype(run_source)> calls_of_timers;

}  // namespace
