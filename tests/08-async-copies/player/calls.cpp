// The types of the functions that this chapter's labs define, so that a player can call them.
#include "harness/player/requests.hpp"
#include "tests/08-async-copies/interface.hpp"

namespace {

const harness::Calls<NeighbourSums> calls_of_async_copies;
const harness::Calls<StagedProduct> calls_of_staged_product;
const harness::Calls<ClusterHalo> calls_of_cluster_halo;

}  // namespace
