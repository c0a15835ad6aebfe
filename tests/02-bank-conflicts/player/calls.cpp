// The types of the functions that this chapter's labs define, so that a player can call them.
#include "harness/player/requests.hpp"
#include "tests/02-bank-conflicts/interface.hpp"

namespace {

const harness::Calls<decltype(wavefronts)> calls_of_bank_conflicts;

}  // namespace
