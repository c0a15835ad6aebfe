// Grades the lab transpose_padded: as transpose_shared, without bank conflicts.
// Run: grade-transpose_padded.sim --module FILE.so --budget load_sectors_per_request=4 --budget
// store_sectors_per_request=4 --budget wavefronts_of_ideal=1
#include "harness/grader.hpp"
#include "tests/common/transposes/tile_correctness.hpp"

namespace transposes {

const char* const function = "transpose_padded";

TEST(Memory, Loads) { expect_sectors(function, Direction::load, harness::budget("load_sectors_per_request")); }
TEST(Memory, Stores) { expect_sectors(function, Direction::store, harness::budget("store_sectors_per_request")); }
TEST(Memory, ThroughTheTile) { expect_through_tile(function); }
TEST(Memory, Wavefronts) { expect_wavefronts(function, harness::budget("wavefronts_of_ideal")); }

}  // namespace transposes
