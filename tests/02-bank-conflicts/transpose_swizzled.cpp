// Grades the lab transpose_swizzled: as transpose_padded, with a tile of exactly 32×32 floats.
// Run: grade-transpose_swizzled.sim --module FILE.so --budget load_sectors_per_request=4 --budget
// store_sectors_per_request=4 --budget wavefronts_of_ideal=1 --budget tile_bytes=4096
#include "harness/grader.hpp"
#include "tests/common/transposes/tile_correctness.hpp"

namespace transposes {

const char* const function = "transpose_swizzled";

TEST(Memory, Loads) { expect_sectors(function, Direction::load, harness::budget("load_sectors_per_request")); }
TEST(Memory, Stores) { expect_sectors(function, Direction::store, harness::budget("store_sectors_per_request")); }
TEST(Memory, ThroughTheTile) { expect_through_tile(function); }
TEST(Memory, Wavefronts) { expect_wavefronts(function, harness::budget("wavefronts_of_ideal")); }
TEST(Memory, TileSize) { expect_tile_bytes(function, harness::budget("tile_bytes")); }

}  // namespace transposes
