// Grades the lab transpose_naive: right for every size, and loads that use whole sectors.
// Run: grade-transpose_naive.sim --module FILE.so --budget load_sectors_per_request=4
#include "tests/common/memory_grader.hpp"
#include "tests/common/transpose_correctness.hpp"

namespace grading {

const char* const function = "transpose_naive";

TEST(Memory, Loads) { expect_sectors(function, harness::Direction::load, harness::budget("load_sectors_per_request")); }

}  // namespace grading
