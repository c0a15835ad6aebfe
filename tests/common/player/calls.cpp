// The types of the functions that several chapters' labs define, so that a player can call them.
#include "harness/player/requests.hpp"
#include "tests/common/transpose.hpp"

namespace {

const harness::Calls<Transpose> calls_of_transposes;

}  // namespace
