// The types of the functions that this chapter's labs define, so that a player can call them.
#include "harness/player/requests.hpp"
#include "tests/06-caches/interface.hpp"

namespace {

const harness::Calls<decltype(lru_hits), decltype(load_hit_rate), decltype(full_sectors), decltype(l2_chunks)>
    calls_of_caches;

}  // namespace
