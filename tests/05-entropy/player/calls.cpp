// The types of the functions that this chapter's labs define, so that a player can call them.
#include "harness/player/requests.hpp"
#include "tests/05-entropy/interface.hpp"

namespace {

const harness::Calls<Entropy> calls_of_entropy;

}  // namespace
