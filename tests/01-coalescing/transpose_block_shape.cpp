// Grades the lab transpose_block_shape: loads that use whole sectors, stores that use half of one.
// Run: grade-transpose_block_shape.sim --module FILE.so --budget load_sectors_per_request=4 --budget store_sectors_per_request=8
#include "harness/grader.hpp"
#include "tests/common/transposes/budgets.hpp"
#include "tests/common/transposes/correctness.hpp"

namespace transposes {

const char* const function = "transpose_block_shape";

TEST(Memory, Loads) { expect_sectors(function, Direction::load, harness::budget("load_sectors_per_request")); }
TEST(Memory, Stores) { expect_sectors(function, Direction::store, harness::budget("store_sectors_per_request")); }

}  // namespace transposes
