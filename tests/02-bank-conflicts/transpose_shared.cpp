// Grades the lab transpose_shared: right, ordered by a barrier, and whole sectors on both sides.
// Run: grade-transpose_shared.sim --module FILE.so --budget load_sectors_per_request=4 --budget
// store_sectors_per_request=4
#include "harness/grader.hpp"
#include "tests/common/transposes/tile_correctness.hpp"

namespace transposes {

const char* const function = "transpose_shared";

TEST(Memory, Loads) { expect_sectors(function, Direction::load, harness::budget("load_sectors_per_request")); }
TEST(Memory, Stores) { expect_sectors(function, Direction::store, harness::budget("store_sectors_per_request")); }
TEST(Memory, ThroughTheTile) { expect_through_tile(function); }

}  // namespace transposes
