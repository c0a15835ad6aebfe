// Grades the lab entropy_v10: every thread of the CPU takes its share, logarithms in double.
// Run: grade-entropy_v10.sim --module FILE.so --budget absolute_error=1.25e-7
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/host_threads.hpp"

namespace filters {

const char* const function = "entropy_v10";
const bool on_device = false;

TEST(Correctness, ManyRowsOrColumns) {
  const AtFullSpeed fast;
  const harness::Attempt attempt("", "are rows or columns counted in 16 bits?");
  expect_right(random_of(grids::past_16_bits));
}
TEST(Correctness, ManyCells) { expect_index_kept_whole(); }
TEST(Correctness, Races) { expect_no_races(grids_for_races()); }
TEST(Threads, Several) { expect_several_threads(); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
