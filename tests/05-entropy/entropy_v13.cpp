// Grades the lab entropy_v13: prefix sums, on all of the CPU's threads.
// Run: grade-entropy_v13.sim --module FILE.so --budget absolute_error=2e-7
#include "harness/grader.hpp"
#include "harness/judge/environment.hpp"
#include "tests/05-entropy/grading/correctness.hpp"
#include "tests/05-entropy/grading/method.hpp"
#include "tests/05-entropy/grading/host_threads.hpp"

namespace filters {

const char* const function = "entropy_v13";
const bool on_device = false;

TEST(Correctness, ManyOfOneSymbol) {
  const AtFullSpeed fast;
  for (const Grid& grid : {grids::constant(20, 20), grids::constant(200, 200), grids::constant(300, 300)}) {
    const std::string reason =
        "are there " + std::to_string(grid.cells.size()) + " cells of one symbol, more than a sum can hold?";
    const harness::Attempt attempt(grid.words(), reason);
    if (const std::string words = fault(grid); !words.empty()) FAIL() << grid.words() << ": " << reason << " " << words;
  }
}
TEST(Correctness, ManyRowsOrColumns) {
  const AtFullSpeed fast;
  const harness::Attempt attempt("", "are rows or columns counted in 16 bits?");
  expect_right(random_of(grids::past_16_bits));
}
TEST(Correctness, ManyCells) { expect_index_kept_whole(); }
TEST(Correctness, Races) { expect_no_races(grids_for_races()); }
TEST(Threads, Several) { expect_several_threads(); }
TEST(Prediction, PrefixSums) { expect_prefix_sums(); }
TEST(Prediction, Logarithms) { expect_logarithms_looked_up(); }
TEST(Prediction, Precision) { expect_precision(harness::budget("absolute_error")); }

}  // namespace filters
