// The types of the functions that this chapter's labs define, so that a player can call them.
#include "harness/player/requests.hpp"
#include "tests/03-aos-soa/player/wire.hpp"

namespace {

const harness::Calls<decltype(add_soa), decltype(add_aos), decltype(one_field_soa), decltype(one_field_aos),
    decltype(aos_to_soa), decltype(aosoa_place), decltype(add_aosoa)>
    calls_of_layouts;

}  // namespace
