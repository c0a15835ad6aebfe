// Grades the lab transpose_vectorized: a quarter of the requests, every byte of every sector.
// Run: grade-transpose_vectorized.sim --module FILE.so --budget request_share=0.25
#include "tests/common/memory_grader.hpp"
#include "tests/common/transpose_correctness.hpp"

namespace grading {

const char* const function = "transpose_vectorized";

TEST(Memory, Requests) { expect_request_share(function, harness::budget("request_share")); }
TEST(Memory, WholeSectors) { expect_whole_sectors(function); }

}  // namespace grading
