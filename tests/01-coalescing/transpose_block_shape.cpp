// Grades the lab transpose_block_shape: loads that use whole sectors, stores that use half of one.
// Run: grade-transpose_block_shape.sim --module FILE.so --budget load_sectors_per_request=4 --budget store_sectors_per_request=8
#include "tests/common/memory_grader.hpp"
#include "tests/common/transpose_correctness.hpp"

namespace grading {

const char* const function = "transpose_block_shape";

TEST(Memory, Loads) { expect_sectors(function, harness::Direction::load, harness::budget("load_sectors_per_request")); }
TEST(Memory, Stores) {
  expect_sectors(function, harness::Direction::store, harness::budget("store_sectors_per_request"));
}

}  // namespace grading
