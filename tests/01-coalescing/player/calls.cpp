// The types of the functions that this chapter's labs define, so that a player can call them.
#include "harness/player/requests.hpp"
#include "tests/01-coalescing/interface.hpp"

namespace {

const harness::Calls<decltype(sectors_touched)> calls_of_coalescing;

}  // namespace
