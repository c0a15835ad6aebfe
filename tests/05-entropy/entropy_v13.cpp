// Grades the lab entropy_v13: prefix sums, on all of the CPU's threads.
// Run: grade-entropy_v13.sim --module FILE.so --budget absolute_error=2e-7
#include "tests/05-entropy/correctness.hpp"
#include "tests/05-entropy/host_threads.hpp"

namespace grading {

const char* const function = "entropy_v13";
const bool on_device = false;

TEST(Threads, Several) { expect_several_threads(); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace grading
