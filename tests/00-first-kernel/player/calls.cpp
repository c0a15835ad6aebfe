// The types of the functions that this chapter's labs define, so that a player can call them. (program.cpp has the other.)
#include "harness/player/requests.hpp"
#include "tests/00-first-kernel/interface.hpp"

namespace {

const harness::Calls<decltype(first_kernel)> calls_of_first_kernel;

}  // namespace
