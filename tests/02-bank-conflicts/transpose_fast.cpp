// Grades the lab transpose_fast: whole sectors, no bank conflict, several elements a thread; on a GPU, a copy's speed.
// Run: grade-transpose_fast.sim --module FILE.so --budget load_sectors_per_request=4 --budget
// store_sectors_per_request=4 --budget wavefronts_of_ideal=1 --budget elements_per_thread=4 --budget copy_share=0.9
#include "harness/grader.hpp"
#include "tests/common/transposes/tile_correctness.hpp"

namespace transposes {

const char* const function = "transpose_fast";

// Sizes that the fast way cannot do may take another one.
TEST(Memory, Loads) {
  expect_sectors(function, Direction::load, harness::budget("load_sectors_per_request"), Sizes::whole_tiles);
}
TEST(Memory, Stores) {
  expect_sectors(function, Direction::store, harness::budget("store_sectors_per_request"), Sizes::whole_tiles);
}
TEST(Memory, Wavefronts) { expect_wavefronts(function, harness::budget("wavefronts_of_ideal"), Sizes::whole_tiles); }

TEST(Memory, ElementsPerThread) { expect_elements_per_thread(function, harness::budget("elements_per_thread")); }
TEST(Memory, Speed) { expect_copy_share(function, harness::budget("copy_share")); }

}  // namespace transposes
