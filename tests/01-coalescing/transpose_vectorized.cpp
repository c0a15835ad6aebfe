// Grades the lab transpose_vectorized: a quarter of the requests, every byte of every sector.
// Run: grade-transpose_vectorized.sim --module FILE.so --budget request_share=0.25
#include "harness/grader.hpp"
#include "tests/common/transposes/budgets.hpp"
#include "tests/common/transposes/correctness.hpp"

namespace transposes {

const char* const function = "transpose_vectorized";

TEST(Memory, Requests) { expect_request_share(function, harness::budget("request_share")); }
TEST(Memory, WholeSectors) { expect_whole_sectors(function); }

}  // namespace transposes
