// Grades the lab entropy_v12: a table of floats, but sums in double, on all of the CPU's threads.
// Run: grade-entropy_v12.sim --module FILE.so --budget absolute_error=2e-7
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/method.hpp"
#include "tests/05-entropy/grading/host_threads.hpp"

namespace filters {

const char* const function = "entropy_v12";
const bool on_device = false;

TEST(Correctness, ManyRowsOrColumns) {
  const AtFullSpeed fast;
  const harness::Attempt attempt("", "are rows or columns counted in 16 bits?");
  expect_right(random_of(grids::past_16_bits));
}
TEST(Correctness, ManyCells) { expect_index_kept_whole(); }
TEST(Correctness, Races) { expect_no_races(grids_for_races()); }
TEST(Threads, Several) { expect_several_threads(); }
TEST(Prediction, Counters) {
  expect_counters_of_a_byte_on_host();
  expect_no_sums_of_the_grid();
}
TEST(Prediction, Logarithms) { expect_logarithms_looked_up(); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }
TEST(Prediction, Table) { expect_float_table(); }

}  // namespace filters
