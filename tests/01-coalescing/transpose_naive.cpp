// Grades the lab transpose_naive: right for every size, and loads that use whole sectors.
// Run: grade-transpose_naive.sim --module FILE.so --budget load_sectors_per_request=4
#include "harness/grader.hpp"
#include "tests/common/transposes/budgets.hpp"
#include "tests/common/transposes/correctness.hpp"

namespace transposes {

const char* const function = "transpose_naive";

// More rows of 32 elements than a grid has room for in y.
TEST(Correctness, ManyElements) { expect_transposes(function, {{32768, 65}}); }
TEST(Correctness, VeryManyElements) { expect_transposes_very_many(function); }

TEST(Memory, Loads) { expect_sectors(function, Direction::load, harness::budget("load_sectors_per_request")); }

}  // namespace transposes
